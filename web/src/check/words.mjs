// A refusal in, what to do about it in a sentence out; all it says comes from the rules.

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

const LONGEST_NAME = 100; // A longer one is no slip of the keys, and comparing it takes long.

function near(name, known) {
  if (name.length > LONGEST_NAME) return "";
  const [best] = known.map((other) => [distance(name, other), other]).sort((one, other) => one[0] - other[0]);
  const close = best && best[0] <= Math.max(1, Math.floor(best[1].length / 3));
  return close ? `Did you mean ${best[1]}?` : "";
}

function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[other.length];
}
