// Elements with texts in them; a text of a catalogue or a service never becomes HTML.

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export function link(href, ...children) {
  return element("a", { href }, ...children);
}
