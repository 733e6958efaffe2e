// In, one JSON object a line: {schema, payload}, the path of a schema and the body that it validates.
// Out, for each, one JSON object a line: {errors: [{schemaPath, instancePath}]}, both as URI fragments, or {failure} when
// the schema cannot be read or compiled. The first argument is the folder of node_modules.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(`${process.argv[2]}/`);
const Ajv2020 = require("ajv/dist/2020.js");

const DATA = new Set(["const", "enum", "examples"]);
const TABLES = new Set(["$defs", "properties"]);
const validators = new Map();

function validatorOf(path) {
  if (!validators.has(path)) {
    try {
      validators.set(path, compiled(path));
    } catch (error) {
      validators.set(path, () => reject(error.message));
    }
  }
  return validators.get(path);
}

function compiled(path) {
  const schema = JSON.parse(readFileSync(path, "utf8"));
  const logger = { log: reject, warn: reject, error: reject };
  // A member called `constructor` is none of the prototype's.
  const ajv = new Ajv2020({ strict: true, allErrors: true, ownProperties: true, logger });
  ajv.addVocabulary([...new Set(ownKeywords(schema))]);
  return ajv.compile(schema);
}

// The keywords that begin with `x-`, in a schema and in those inside it; samples and members may have any name.
function ownKeywords(schema) {
  if (schema === null || typeof schema !== "object") return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword.startsWith("x-")) return [keyword];
    if (DATA.has(keyword)) return [];
    return TABLES.has(keyword) || Array.isArray(value) ? Object.values(value).flatMap(ownKeywords) : ownKeywords(value);
  });
}

function reject(...words) {
  throw new Error(words.join(" "));
}

function validated({ schema, payload }) {
  const validate = validatorOf(schema);
  validate(payload);
  return (validate.errors ?? []).map(({ schemaPath, instancePath }) => {
    return { schemaPath, instancePath: instancePath.split("/").map(encodeURIComponent).join("/") };
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = { errors: validated(JSON.parse(line)) };
  } catch (error) {
    answer = { failure: error.message };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
