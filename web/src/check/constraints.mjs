// Whether a value keeps one constraint. Numbers are compared by their text, exactly, as the service reads them.

import { compare, decimalPlaces } from "./numbers.mjs";

const KEPT = {
  const: (bound, value) => value === bound,
  min_length: (bound, value) => characters(value) >= bound,
  max_length: (bound, value) => characters(value) <= bound,
  pattern: (bound, value) => new RegExp(bound, "u").test(value),
  exclusive_minimum: (bound, _value, written) => compare(written, bound) > 0,
  maximum: (bound, _value, written) => compare(written, bound) <= 0,
  decimal_places: (bound, _value, written) => decimalPlaces(written) <= bound,
};

// `value` has the right JSON type; `written` is its text in the body.
export function keeps({ keyword, value: bound }, value, written) {
  return KEPT[keyword](bound, value, written);
}

// Code points, not UTF-16 units.
function characters(text) {
  return [...text].length;
}
