// Shows a response of the sandbox: its status, whether it is a replay, the headers that matter, each violation, the body.

import { anchor } from "../check/anchor.mjs";
import { rowOf } from "../check/rows.mjs";
import { element, link } from "./element.mjs";

// `known` has what the page says of the operation: the names of its headers and problems, the header of a replay and that
// of the key, and the folder of all pages.
export function shownResponse({ status, headers, text }, known) {
  const body = read(text);
  const nodes = [element("p", { className: `verdict ${status < 400 ? "accepted" : "rejected"}` }, sentence(status))];
  if (isReplay(headers, known)) nodes.push(replay(known));
  if (status >= 400) nodes.push(...problem(body, known));
  const shown = known.headers.map((name) => [name, headers.get(name)]).filter(([, value]) => value !== null);
  if (shown.length) nodes.push(element("dl", { className: "facts" }, ...shown.map(([name, value]) => fact(name, value))));
  if (text) nodes.push(pre(body === undefined ? text : JSON.stringify(body, null, 2)));
  return nodes;
}

export function sentence(status) {
  return `The sandbox responded with ${status}.`;
}

export function isReplay(headers, { replayed }) {
  return Boolean(replayed) && headers.get(replayed)?.trim().toLowerCase() === "true";
}

function replay({ root, keyHeader }) {
  const again = link(`${root}operations.html#idempotency`, "Nothing was created again");
  const key = element("code", {}, keyHeader);
  return element("p", { className: "note" }, "This is a replay: the response to the first request with this ", key, ". ", again, ".");
}

function problem(body, { root, problems, codes }) {
  const { type, title, detail, errors } = Object(body);
  const slug = problems.find((one) => typeof type === "string" && type.endsWith(`/${one}`));
  const name = slug && link(`${root}problems.html#${anchor("problem", slug)}`, element("code", {}, slug));
  const said = [title, detail].filter((one) => typeof one === "string").join(": ");
  const nodes = said || name ? [element("p", {}, ...[name, said].filter(Boolean).flatMap((one) => [one, " "]))] : [];
  const listed = Array.isArray(errors) ? errors.map(Object) : [];
  if (listed.length) nodes.push(element("ol", { className: "findings" }, ...listed.map((one) => violation(one, root, codes))));
  return nodes;
}

function violation({ pointer, code, detail }, root, codes) {
  const row = rowOf(document, stepsOf(String(pointer)));
  const place = element("code", {}, String(pointer));
  const badge = element("code", { className: "badge bad" }, String(code));
  const known = codes.includes(code) ? link(`${root}problems.html#${anchor("violation", code)}`, badge) : badge;
  return element("li", {}, row ? link(`#${row.id}`, place) : place, " ", known, element("br"), String(detail ?? ""));
}

// The steps of a JSON Pointer that is written as a fragment; none if it is no such text.
function stepsOf(pointer) {
  try {
    const [start, ...steps] = decodeURIComponent(pointer).split("/");
    return start === "#" ? steps.map((one) => one.replaceAll("~1", "/").replaceAll("~0", "~")) : [];
  } catch {
    return [];
  }
}

function fact(name, value) {
  return element("div", {}, element("dt", {}, element("code", {}, name)), element("dd", {}, element("code", {}, value)));
}

function pre(text) {
  const body = element("pre", { tabIndex: 0 }, text);
  body.setAttribute("role", "group");
  body.setAttribute("aria-label", "Response of the sandbox");
  return body;
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
