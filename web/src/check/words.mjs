// A refusal in, what to do about it in a sentence out; all it says comes from the rules.

import { nearName } from "./near_names.mjs";

const WORDS = {
  const: ({ value }) => `Send ${JSON.stringify(value)}.`,
  min_length: ({ value }) => `Send at least ${count(value, "character")}.`,
  max_length: ({ value }) => `Send at most ${count(value, "character")}.`,
  // A code of its own says what the form is for.
  pattern: ({ value, code }) => (code === "pattern" ? `The form is ${value}` : ""),
  exclusive_minimum: ({ value }) => `Send more than ${value}.`,
  maximum: ({ value }) => `Send at most ${value}.`,
  decimal_places: ({ value }) => (value ? `Send at most ${count(value, "decimal place")}.` : "Send a whole number."),
};

export function advice({ code, path, member, constraint, condition, known }) {
  if (known) return near(path.at(-1), known);
  if (constraint) return WORDS[constraint.keyword](constraint);
  if (condition) return `Send at least one of: ${condition.any_of.map((names) => names.join(" and ")).join("; ")}.`;
  return member && code !== "required" ? `Send a JSON ${member.type}.` : "";
}

function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function near(name, known) {
  const best = nearName(name, known);
  return best ? `Did you mean ${best}?` : "";
}
