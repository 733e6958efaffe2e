// Whether a value keeps one constraint: a measure of it has a relation to a bound. Numbers are compared by
// their text, exactly, as the service reads them.

import { compare, isMultiple, plain } from "./numbers.mjs";

const MEASURES = {
  value: (node, text) => (node.type === "array" ? node.children.map((item) => canonical(item, text)) : node.value),
  characters: (node) => [...node.value].length, // Code points, not UTF-16 units.
  number: (node, text) => (node.type === "string" ? node.value : written(node, text)),
  places: (node) => (node.value.split(".")[1] ?? "").length, // As they are written in a text.
  items: (node) => node.children.length,
};

const RELATIONS = {
  equal: (measured, bound) => measured === bound,
  at_least: (measured, bound) => order(measured, bound) >= 0,
  above: (measured, bound) => order(measured, bound) > 0,
  at_most: (measured, bound) => order(measured, bound) <= 0,
  below: (measured, bound) => order(measured, bound) < 0,
  multiple: (measured, bound) => (typeof bound === "string" ? isMultiple(measured, bound) : measured % bound === 0),
  matches: (measured, bound) => new RegExp(bound, "u").test(measured),
  one_of: (measured, bound) => bound.includes(measured),
  distinct: (measured) => new Set(measured).size === measured.length,
};

// `node` has the right JSON type; `text` is that of the body.
export function keeps({ measure, relation, bound }, node, text) {
  return RELATIONS[relation](MEASURES[measure](node, text), bound);
}

// Returns the text of a value in the body.
export function written({ offset, length }, text) {
  return text.slice(offset, offset + length);
}

// Returns a text that is the same for two values that are equal as JSON: 1 and 1.0 are.
function canonical(node, text) {
  if (node.type === "number") return plain(written(node, text));
  if (node.type === "array") return `[${node.children.map((item) => canonical(item, text)).join()}]`;
  if (node.type !== "object") return JSON.stringify(node.value);
  const members = node.children.map(({ children: [name, value] }) => `${JSON.stringify(name.value)}:${canonical(value, text)}`);
  return `{${members.sort().join()}}`;
}

function order(measured, bound) {
  return typeof bound === "string" ? compare(measured, bound) : measured - bound;
}
