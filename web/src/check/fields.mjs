// A request's JSON Schema and a body in, refusals out in the normal form: one for each member, by the first rule that it
// breaks. The table and its order are those of `conformance/normal_form.py`.

import Ajv2020 from "ajv/dist/2020.js";

import { decimalPlaces } from "./numbers.mjs";
import { steps } from "./pointers.mjs";

const CODES = {
  type: "type",
  const: "const",
  minLength: "min_length",
  maxLength: "max_length",
  pattern: "pattern",
  exclusiveMinimum: "exclusive_minimum",
  maximum: "maximum",
  multipleOf: "amount_precision",
  "x-decimal-places": "amount_precision",
  anyOf: "conditional_required",
};
const ORDER = Object.keys(CODES);

const validators = new WeakMap();

// Returns [{path, code, keyword, schema, missing}], by member. `textAt(path)` is how the value at a path is written.
export function refusedFields(schema, body, textAt) {
  const validate = validatorOf(schema);
  validate(body);
  const places = (validate.errors ?? []).map((error) => error.schemaPath);
  const found = new Map();
  const add = (refusal) => {
    const key = JSON.stringify(refusal.path);
    if (!found.has(key) || refusal.rank < found.get(key).rank) found.set(key, refusal);
  };
  for (const error of validate.errors ?? []) {
    // Where every branch of a keyword failed, ajv names the keyword, and the errors inside the branches too.
    if (!places.some((place) => error.schemaPath.startsWith(`${place}/`))) add(refusalOf(error));
  }
  for (const refusal of tooPrecise(schema, body, textAt, [])) add(refusal);
  return [...found.values()];
}

function validatorOf(schema) {
  if (!validators.has(schema)) {
    const own = new Set();
    collectOwn(schema, own);
    const ajv = new Ajv2020({ strict: true, allErrors: true, ownProperties: true, verbose: true });
    ajv.addVocabulary([...own]);
    validators.set(schema, ajv.compile(schema));
  }
  return validators.get(schema);
}

function collectOwn(node, own) {
  if (!node || typeof node !== "object") return;
  for (const [name, inner] of Object.entries(node)) {
    if (name.startsWith("x-")) own.add(name);
    collectOwn(inner, own);
  }
}

function refusalOf({ keyword, instancePath, parentSchema, params, data }) {
  const path = steps(instancePath);
  if (keyword === "required") {
    const missing = params.missingProperty;
    const schema = parentSchema.properties?.[missing];
    return { path: [...path, missing], code: "required", keyword, schema, missing: true, rank: 0 };
  }
  if (keyword === "additionalProperties") {
    const name = params.additionalProperty;
    return { path: [...path, name], code: "unknown_field", keyword, schema: parentSchema, unknown: true, rank: 0 };
  }
  // `not` stands beside a pattern and says the rest of it.
  return refusedValue(path, keyword === "not" ? "pattern" : keyword, parentSchema, data);
}

function refusedValue(path, keyword, schema, value) {
  const own = schema["x-refusal"]?.[CODES[keyword]] ?? CODES[keyword];
  const code = keyword === "type" && value === null ? "null_not_allowed" : own;
  return { path, code, keyword, schema, rank: ORDER.indexOf(keyword) };
}

// Schemas cannot say how many decimal places a number may have, so they note it, and it is told from the text.
function* tooPrecise(schema, value, textAt, path) {
  if (typeof value === "number" && "x-decimal-places" in schema) {
    if (decimalPlaces(textAt(path)) > schema["x-decimal-places"]) yield refusedValue(path, "x-decimal-places", schema, value);
  } else if (value && typeof value === "object" && schema.properties) {
    for (const [name, inner] of Object.entries(schema.properties)) {
      if (Object.hasOwn(value, name)) yield* tooPrecise(inner, value[name], textAt, [...path, name]);
    }
  }
}
