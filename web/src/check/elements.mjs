// Elements that scripts make. What is in them is set as text, never as HTML.

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export function link(href, ...children) {
  return element("a", { href }, ...children);
}
