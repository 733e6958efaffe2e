// Part of paycat's runtime, copied unchanged. Do not edit.

// What the rows of the page are made of. Every text becomes a text, never markup.

export const byId = (id) => document.getElementById(id);

/** Return an element with a text, properties and elements inside. */
export const make = (name, text = "", properties = {}, ...inside) => {
  const element = Object.assign(document.createElement(name), properties);
  element.textContent = text;
  element.append(...inside);
  return element;
};

const NAMED = /[^A-Za-z0-9_-]/gu;
/** Return the id that a thing has on its page of the reference: its kind and its names. */
export const anchor = (...names) =>
  names.map((name) => name.replace(NAMED, (sign) => `~${sign.codePointAt(0).toString(16)}~`)).join(".");

/** What holds for the whole page: `reference` says whether the reference pages are served. */
export const frame = { reference: false, failure_codes: [] };

/** Return a text, which links to a place in the reference if that is served. */
export const linked = (text, page, id) =>
  frame.reference ? make("a", text, { href: `/reference/${page}.html#${id}` }) : make("span", text);

/** Return a time without its zone, which is UTC on the whole page. */
export const moment = (at) => make("time", at.replace("T", " ").replace(/\.\d+Z$/u, ""), { dateTime: at });

const TOKEN = /(?<text>"(?:\\.|[^"\\])*")(?<colon>:?)|(?<number>-?\d[\d.eE+-]*)|true|false|null/gu;
const HIDDEN = /[•…]/u;
/** Return the class of a token of JSON: the classes are those of the code on the reference pages. */
const kind = ({ text, colon, number }) => {
  if (colon) return "t";
  if (text) return HIDDEN.test(text) ? "c" : "s";
  return number ? "m" : "k";
};

/** Show a JSON document in an element as people read it: the text of the element is that of the document. */
export const showJson = (element, value) => {
  const text = JSON.stringify(value, null, 2);
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(TOKEN)) {
    const token = found.groups.text ?? found[0];
    parts.push(text.slice(end, found.index), make("span", token, { className: kind(found.groups) }));
    end = found.index + token.length;
  }
  element.replaceChildren(...parts, text.slice(end));
};

/** Return an element for a JSON document. */
export const jsonBox = (title) => {
  const box = make("pre", "", { tabIndex: 0 });
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", title);
  return box;
};

/** Return a JSON document as people read it, or why there is none. */
export const json = (value, note, title) => {
  if (value === null) return make("p", note || "none", { className: "soft" });
  const box = jsonBox(title);
  showJson(box, value);
  return box;
};

/** Return a list of what is known of something; what is empty is left out. */
export const facts = (named) => {
  const known = Object.entries(named).filter(([, value]) => value);
  const pairs = known.map(([name, value]) => make("div", "", {}, make("dt", name), make("dd", "", {}, value)));
  return make("dl", "", {}, ...pairs);
};

/** Return where a button says why it could not do what it does. */
export const alertBox = () => {
  const box = make("p", "", { className: "said" });
  box.setAttribute("role", "alert");
  return box;
};

/** Let the control do something; what it says against that is shown in `box`, which is next to the button. */
export const post = async (path, body, box) => {
  const headers = { "Content-Type": "application/json" };
  let said = "";
  try {
    const answer = await fetch(`/sandbox/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) said = (await answer.json()).detail ?? `The sandbox answered ${answer.status}.`;
  } catch {
    said = "The sandbox does not answer.";
  }
  box.textContent = said;
};

/** Return a button that others than those who see where it is understand by its label. */
export const button = (text, label, action) => {
  const element = make("button", text, { type: "button", onclick: action });
  element.setAttribute("aria-label", label);
  return element;
};

/** Take an element out of the page; if it has the focus, that goes to the row around it. */
const leave = (element) => {
  const row = element.contains(document.activeElement) && element.parentElement?.closest("details");
  element.remove();
  if (row) row.querySelector("summary").focus({ preventScroll: true });
};

const arranged = new WeakMap();
/**
 * Show items in an element. `create` returns the part that shows an item: its element, and how it is updated. A part
 * stays the same while its item is there, and is not moved, so that it keeps its focus and whatever a reader opened.
 * Parts without an item go, but for those that `keeps` holds for.
 */
export const arrange = (parent, items, keyOf, create, keeps = () => false) => {
  const before = arranged.get(parent) ?? new Map();
  const now = new Map();
  for (const one of items) {
    const part = before.get(keyOf(one)) ?? create(one);
    const text = JSON.stringify(one);
    if (part.text !== text) part.update?.(one);
    part.element.dataset.key = keyOf(one);
    now.set(keyOf(one), Object.assign(part, { text }));
  }
  for (const [key, part] of before) {
    if (now.has(key)) continue;
    if (keeps(part.element)) now.set(key, part);
    else leave(part.element);
  }
  arranged.set(parent, now);
  let place = parent.firstChild;
  for (const { element } of now.values()) {
    if (element === place) place = place.nextSibling;
    else parent.insertBefore(element, place);
  }
};
