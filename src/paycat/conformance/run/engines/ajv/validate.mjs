// In, one JSON object a line: {schema, payload}, the path of a schema and the body that it validates.
// Out, for each, one JSON object a line: {errors: [{schemaPath, instancePath}]}, both as URI fragments, or {failure} when
// the schema cannot be read or compiled. The first argument is the folder of node_modules.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(`${process.argv[2]}/`);
const Ajv2020 = require("ajv/dist/2020.js");

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
  const own = new Set();
  const schema = JSON.parse(readFileSync(path, "utf8"), (name, value) => {
    if (name.startsWith("x-")) own.add(name);
    return value;
  });
  const logger = { log: reject, warn: reject, error: reject };
  // A member called `constructor` is none of the prototype's.
  const ajv = new Ajv2020({ strict: true, allErrors: true, ownProperties: true, logger });
  ajv.addVocabulary([...own]);
  return ajv.compile(schema);
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
