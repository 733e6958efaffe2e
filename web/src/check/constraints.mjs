// Whether a value keeps one constraint: a measure of it stands to a bound as a relation says. Numbers are compared by
// their text, exactly, as the service reads them.

import { compare, isMultiple } from "./numbers.mjs";

// `written` is the text of the value in the body.
const MEASURES = {
  value: (value) => value,
  characters: (value) => [...value].length, // Code points, not UTF-16 units.
  number: (_value, written) => written,
};

const RELATIONS = {
  equal: (measured, bound) => measured === bound,
  at_least: (measured, bound) => order(measured, bound) >= 0,
  above: (measured, bound) => order(measured, bound) > 0,
  at_most: (measured, bound) => order(measured, bound) <= 0,
  below: (measured, bound) => order(measured, bound) < 0,
  multiple: isMultiple,
  matches: (measured, bound) => new RegExp(bound, "u").test(measured),
  one_of: (measured, bound) => bound.includes(measured),
};

// `value` has the right JSON type.
export function keeps({ measure, relation, bound }, value, written) {
  return RELATIONS[relation](MEASURES[measure](value, written), bound);
}

function order(measured, bound) {
  return typeof bound === "string" ? compare(measured, bound) : measured - bound;
}
