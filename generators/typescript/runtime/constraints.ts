// Whether a value keeps one constraint: a measure of it has a relation to a bound.

import { ALGORITHMS } from "./check_digits.js";
import type { Constraint } from "./data.js";
import { isObject } from "./json.js";
import { compare, isMultiple, plain, type Numeric } from "./numbers.js";

const patterns = new Map<string, RegExp>();

/** Returns whether a value, which has the right JSON type, keeps a constraint. */
export function keeps({ measure, relation, bound }: Constraint, value: unknown): boolean {
  const measured = MEASURES[measure](value);
  switch (relation) {
    case "equal":
      return measured === bound;
    case "one_of":
      return (bound as unknown[]).includes(measured);
    case "matches":
      return pattern(bound as string).test(measured as string);
    case "distinct":
      return new Set(measured as string[]).size === (measured as string[]).length;
    case "checked":
      return ALGORITHMS[bound as string]!(measured as string);
    case "multiple":
      return isMultiple(measured as Numeric, bound as Numeric);
    default:
      return ORDERS[relation](compare(measured as Numeric, bound as Numeric));
  }
}

const MEASURES = {
  value: (value: unknown): unknown => (Array.isArray(value) ? value.map(canonical) : value),
  characters: (value: unknown): number => [...(value as string)].length, // Code points, not UTF-16 units.
  number: (value: unknown): unknown => value,
  places: (value: unknown): number => ((value as string).split(".")[1] ?? "").length, // As they are written in a text.
  items: (value: unknown): number => (value as unknown[]).length,
};

const ORDERS = {
  at_least: (order: number) => order >= 0,
  above: (order: number) => order > 0,
  at_most: (order: number) => order <= 0,
  below: (order: number) => order < 0,
};

function pattern(source: string): RegExp {
  let made = patterns.get(source);
  if (!made) patterns.set(source, (made = new RegExp(source, "u")));
  return made;
}

// Returns a text that is the same for two values that are equal as JSON.
function canonical(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return plain(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`);
  return `{${members.sort().join()}}`;
}
