// A direction, the text of a body and what is known of the service in; what the service would answer out.
//
// The stages have the service's order: size, text, method, fields. What one stage rejects does not reach the next.
// `service` is what `assets/service.js` holds, with the methods by code, and the rules of the requests that are loaded.

import { readObject, Unreadable } from "./body.mjs";
import { pointer } from "./pointers.mjs";
import { rejectedMembers } from "./rules.mjs";
import { advice } from "./words.mjs";

// `addressed` is the method that the address names, if no body of the direction does.
//
// Returns {violations, problem, method}, with problem null when the body is accepted; or {needs: method} when the rules
// of that method's request have to be loaded first. A violation is {code, pointer, path, message, advice, source, decisions,
// line, column, offset, length}.
export function check(direction, text, service, addressed) {
  const { largest, deepest } = service.limits;
  const size = new TextEncoder().encode(text).length;
  if (size > largest) return whole(service, "payload_too_large", `The body has ${size} bytes; at most ${largest} are read.`, text);
  let tree;
  try {
    tree = readObject(text, deepest);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return whole(service, "malformed_body", sentence(error.message), text, error);
  }
  const path = service.members[direction];
  const node = path.length ? methodNode(path, tree) : { value: addressed ?? onlyMethod(direction, service), offset: 0, length: 0 };
  if (node.code) return fields([node], service, text);
  return rejectedMethod(direction, path, node, service, text) ?? checkedFields(direction, node.value, tree, service, text);
}

// Returns the code of the only method of a direction; undefined if it has several.
function onlyMethod(direction, service) {
  const offering = [...service.methods].filter(([, { offers }]) => offers[direction] === "supported");
  return offering.length === 1 ? offering[0][0] : undefined;
}

// Returns the text at a path of objects, or what is wrong with the first step that fails.
function methodNode(path, tree) {
  let node = tree;
  for (const [index, step] of path.entries()) {
    const here = path.slice(0, index + 1);
    const found = node.children.find(({ children: [name] }) => name.value === step)?.children[1];
    if (!found) return { path: here, code: "required", node: { offset: node.offset, length: 1 } };
    if (found.type === "null") return { path: here, code: "null_not_allowed", node: found };
    if (found.type !== (here.length < path.length ? "object" : "string")) return { path: here, code: "type", node: found };
    node = found;
  }
  return node;
}

function rejectedMethod(direction, path, node, service, text) {
  const code = node.value;
  const offers = service.methods.get(code)?.offers;
  if (!offers) return whole(service, "unknown_method", "", text, node, path);
  if (offers[direction] === "supported") return null;
  const others = Object.keys(offers).filter((other) => offers[other] === "supported");
  const where = others.length ? ` It can be used for: ${others.map((other) => service.directions[other]).join(", ")}.` : "";
  const word = service.availabilities[offers[direction]];
  const advice = `It is ${word} for ${service.directions[direction]}.${where}`;
  return whole(service, "unavailable_direction", advice, text, node, path);
}

function checkedFields(direction, method, tree, service, text) {
  const rules = service.rules.get(`${direction}.${service.methods.get(method).name}`);
  if (!rules) return { needs: method };
  return { ...fields(rejectedMembers(rules.root, tree, text), service, text), method };
}

function fields(found, service, text) {
  const violations = found.map((one) => ({
    code: one.code,
    pointer: pointer(one.path),
    path: one.path,
    message: service.codes[one.code]?.meaning ?? one.code,
    advice: advice(one),
    ...reason(one, service),
    ...place(one.node, text),
  }));
  violations.sort(byPlace);
  return { violations, problem: violations.length ? service.problems.invalid_fields : null };
}

// A constraint and a condition have reasons of their own. A field has decisions about much; those that the code names
// too are about this.
function reason({ code, member, constraint, condition }, service) {
  const stated = constraint ?? condition;
  if (stated) return { source: stated.source, decisions: stated.decisions };
  const { source = null, decisions = [] } = service.codes[code] ?? {};
  if (!member) return { source, decisions };
  return { source: member.source ?? source, decisions: decisions.filter((id) => member.decisions.includes(id)) };
}

// Python orders texts by code points, and pointers are ASCII.
function byPlace(one, other) {
  const [a, b] = [[one.pointer, one.code], [other.pointer, other.code]];
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0;
}

function whole(service, cause, advice, text, node = { offset: 0, length: 0 }, path = []) {
  const problem = service.problems[cause];
  const { source, decisions } = problem;
  const shared = { code: problem.slug, pointer: pointer(path), path, message: `${problem.title}.`, advice, source, decisions };
  return { violations: [{ ...shared, ...place(node, text) }], problem };
}

function place({ offset, length }, text) {
  const before = text.slice(0, offset);
  return { offset, length, line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

function sentence(words) {
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}
