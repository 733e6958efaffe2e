// A refusal in, what to do about it in a sentence out; all it says comes from the schema.

export function advice({ code, keyword, schema, path }) {
  switch (keyword) {
    case "additionalProperties":
      return near(path.at(-1), Object.keys(schema.properties));
    case "type":
      return `Send a JSON ${schema.type}.`;
    case "const":
      return `Send ${JSON.stringify(schema.const)}.`;
    case "minLength":
      return `Send at least ${count(schema.minLength, "character")}.`;
    case "maxLength":
      return `Send at most ${count(schema.maxLength, "character")}.`;
    case "pattern":
      return code === "pattern" ? `The form is ${schema.pattern}` : "";
    case "exclusiveMinimum":
      return `Send more than ${schema.exclusiveMinimum}.`;
    case "maximum":
      return `Send at most ${schema.maximum}.`;
    case "multipleOf":
      return "Send a whole number.";
    case "x-decimal-places":
      return `Send at most ${count(schema["x-decimal-places"], "decimal place")}.`;
    case "anyOf":
      return `Send at least one of: ${combinations(schema)}.`;
    default:
      return "";
  }
}

function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

// Several conditions of one object stand side by side, each in a branch that ajv names as the schema.
function combinations(schema) {
  return schema.anyOf.map((one) => one.required.join(" and ")).join("; ");
}

function near(name, known) {
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
