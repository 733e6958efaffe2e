// A direction, the text of a body and what is known of the service in; what the service would answer out.
//
// The stages stand in the service's order, and what one stage refuses no later one sees: size, text, method, fields.
// `service` is what `assets/service.js` holds, with `schemas[direction][method]` for the requests that are loaded.

import { findNodeAtLocation } from "jsonc-parser";

import { readObject, Unreadable } from "./body.mjs";
import { refusedFields } from "./fields.mjs";
import { pointer } from "./pointers.mjs";
import { advice } from "./words.mjs";

// Returns {refusals, problem, method}, with problem null when the body is accepted; or {needs: method} when the schema
// of that method's request has to be loaded first. A refusal is {code, pointer, path, message, advice, source, decisions,
// line, column, offset, length}.
export function check(direction, text, service) {
  const { largest, deepest } = service.limits;
  const size = new TextEncoder().encode(text).length;
  if (size > largest) return whole(service, "payload_too_large", `The body has ${size} bytes; at most ${largest} are read.`, text);
  let body;
  try {
    body = readObject(text, deepest);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return whole(service, "malformed_body", sentence(error.message), text, error);
  }
  return refusedMethod(direction, body, service, text) ?? checkedFields(direction, body, service, text);
}

function refusedMethod(direction, { value, tree }, service, text) {
  const member = service.members[direction];
  const path = [member];
  if (!Object.hasOwn(value, member)) return fields([{ path, code: "required", missing: true }], tree, service, text);
  const code = value[member];
  if (code === null) return fields([{ path, code: "null_not_allowed" }], tree, service, text);
  if (typeof code !== "string") return fields([{ path, code: "type" }], tree, service, text);
  const offers = Object.hasOwn(service.methods, code) ? service.methods[code] : null;
  if (!offers) return about(service, "unknown_method", path, "", tree, text);
  if (offers[direction] === "supported") return null;
  const others = Object.keys(offers).filter((other) => offers[other] === "supported");
  const where = others.length ? ` It can be used for: ${others.map((other) => service.directions[other]).join(", ")}.` : "";
  const word = service.availabilities[offers[direction]];
  return about(service, "unavailable_direction", path, `${code} is ${word} for ${service.directions[direction]}.${where}`, tree, text);
}

function checkedFields(direction, { value, tree }, service, text) {
  const method = value[service.members[direction]];
  const schema = service.schemas[direction]?.[method];
  if (!schema) return { needs: method };
  const textAt = (path) => textOf(findNodeAtLocation(tree, path), text);
  const found = refusedFields(schema, value, textAt);
  return { ...fields(found, tree, service, text), method };
}

function fields(found, tree, service, text) {
  const refusals = found.map((one) => ({
    code: one.code,
    pointer: pointer(one.path),
    path: one.path,
    message: service.codes[one.code]?.meaning ?? one.code,
    advice: advice(one),
    ...reason(one, service),
    ...place(nodeOf(tree, one), text),
  }));
  refusals.sort(byPlace);
  return { refusals, problem: refusals.length ? service.problems.invalid_fields : null };
}

// A field has decisions about much; those that the code names too are about this.
function reason({ code, schema, unknown }, service) {
  const { source = null, decisions = [] } = service.codes[code] ?? {};
  if (unknown || !schema) return { source, decisions };
  const both = decisions.filter((id) => schema["x-decision"]?.includes(id));
  return { source: schema["x-source"] ?? source, decisions: both };
}

// Python orders texts by code points, and pointers are ASCII.
function byPlace(one, other) {
  const [a, b] = [[one.pointer, one.code], [other.pointer, other.code]];
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0;
}

function nodeOf(tree, { path, missing, unknown }) {
  if (missing) return { offset: (findNodeAtLocation(tree, path.slice(0, -1)) ?? tree).offset, length: 1 };
  const node = findNodeAtLocation(tree, path) ?? tree;
  return unknown ? node.parent.children[0] : node;
}

function textOf(node, text) {
  return text.slice(node.offset, node.offset + node.length);
}

function about(service, cause, path, advice, tree, text) {
  return whole(service, cause, advice, text, findNodeAtLocation(tree, path), path);
}

function whole(service, cause, advice, text, node = { offset: 0, length: 0 }, path = []) {
  const problem = service.problems[cause];
  const { source, decisions } = problem;
  const shared = { code: problem.slug, pointer: pointer(path), path, message: `${problem.title}.`, advice, source, decisions };
  return { refusals: [{ ...shared, ...place(node, text) }], problem };
}

function place({ offset, length }, text) {
  const before = text.slice(0, offset);
  return { offset, length, line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

function sentence(words) {
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}
