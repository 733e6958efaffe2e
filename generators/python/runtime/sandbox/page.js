// Part of paycat's runtime, copied unchanged. Do not edit.

"use strict";

const byId = (id) => document.getElementById(id);
const make = (name, text = "", attributes = {}) => {
  const element = Object.assign(document.createElement(name), attributes);
  element.textContent = text;
  return element;
};
const isFailed = (status) => status === null || status < 200 || status >= 300;

let hasReference = false;
/** Return the id that a thing has on its page of the reference: its kind and its names. */
const anchor = (...names) =>
  names.map((name) => name.replace(/[^A-Za-z0-9_-]/gu, (sign) => `~${sign.codePointAt(0).toString(16)}~`)).join(".");
/** Return a text, which links to a place in the reference if that is served. */
const linked = (text, page, id) =>
  hasReference ? make("a", text, { href: `/reference/${page}.html#${id}` }) : make("span", text);

const post = async (path, body = {}) => {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`/sandbox/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  byId("problem").textContent = answer.ok ? "" : (await answer.json()).detail;
};
const button = (text, label, action) => {
  const element = make("button", text, { type: "button", onclick: action });
  element.setAttribute("aria-label", label);
  return element;
};

const requestItem = (one) => {
  const item = make("li", "", { className: isFailed(one.status) ? "failed" : "" });
  const known = [make("time", one.at), make("strong", one.http_method), make("code", one.path), make("span", `${one.status}`)];
  if (one.problem) known.push(linked(one.problem, "problems", anchor("problem", one.problem)));
  if (one.key) known.push(make("code", `key ${one.key}`));
  item.append(...known);
  return item;
};

const attemptItem = (one) => {
  const result = one.status === null ? one.note : `answered ${one.status}`;
  return make("li", `${one.at} ${result}`, { className: isFailed(one.status) ? "failed" : "" });
};

const eventItem = (one) => {
  const item = make("li");
  item.append(make("time", one.at), " ", linked(one.name, "notifications", anchor("event", one.name)), " ");
  if (one.address) {
    const send = () => post(`events/${one.id}/resend`);
    item.append(`→ ${one.address} `, button("Resend", `Resend ${one.name} ${one.id}`, send));
  }
  const attempts = make("ol");
  attempts.append(...one.attempts.map(attemptItem));
  if (one.attempts.length) item.append(attempts);
  return item;
};

const moves = (one, codes) => {
  const head = make("div", "", { className: "head" });
  const failure = make("select");
  failure.setAttribute("aria-label", `Why ${one.id} fails`);
  failure.append(make("option", "usual failure", { value: "" }), ...codes.map((code) => make("option", code, { value: code })));
  for (const state of one.moves) {
    const body = () => (failure.value ? { to: state, failure: failure.value } : { to: state });
    head.append(button(state, `Move ${one.id} to ${state}`, () => post(`${one.collection}/${one.id}/moves`, body())));
  }
  if (one.moves.length) head.append(failure);
  return head;
};

const recordItem = (one, codes) => {
  const article = make("article");
  const head = make("h3", "", { className: "head" });
  const state = linked(one.state, "states", anchor("state", one.machine, one.state));
  state.className = "state";
  head.append(make("code", one.id), state);
  if (one.reference) head.append(make("span", one.reference));
  const timeline = make("ol");
  const accepted = make("li");
  accepted.append(make("time", one.created_at), " accepted");
  timeline.append(accepted, ...one.events.map(eventItem));
  const details = make("details");
  details.append(make("summary", "Record"), make("pre", JSON.stringify(one.body, null, 2), { tabIndex: 0 }));
  article.append(head, moves(one, codes), timeline, details);
  return article;
};

const shownIn = new Map();
/** Show items in an element. The element of an item is made again only if the item changed. */
const show = (parent, items, key, maker) => {
  const before = shownIn.get(parent) ?? new Map();
  const now = new Map();
  for (const one of items) {
    const text = JSON.stringify(one);
    const known = before.get(key(one));
    now.set(key(one), known?.text === text ? known : { text, element: maker(one) });
  }
  shownIn.set(parent, now);
  const found = [...now.values()].map((one) => one.element);
  const present = [...parent.children];
  if (found.length !== present.length || found.some((one, index) => one !== present[index])) parent.replaceChildren(...found);
};

for (const one of document.querySelectorAll("[data-advance]")) {
  one.onclick = () => post("clock", { advance: one.dataset.advance });
}
new EventSource("/sandbox/stream").onmessage = (message) => {
  const shown = JSON.parse(message.data);
  hasReference = shown.reference;
  document.title = `${shown.title}: sandbox`;
  byId("title").textContent = document.title;
  byId("time").textContent = shown.time;
  byId("reference").hidden = !hasReference;
  byId("no-request").hidden = shown.requests.length > 0;
  byId("no-record").hidden = shown.records.length > 0;
  show(byId("requests"), shown.requests, (one) => one.number, requestItem);
  show(byId("records"), shown.records, (one) => one.id, (one) => recordItem(one, shown.failure_codes));
};
