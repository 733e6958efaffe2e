// In, on standard input, one JSON object:
//   keywords  names of our own keywords, announced to ajv
//   schemas   schemas by name
//   bodies    [schema name, line of a .jsonl file whose member `payload` is validated]
//   patterns  regular expressions
//   yaml      text of a YAML document
// Out, on standard output, one JSON object with what was found of each. The arguments are two folders with
// node_modules: one holds ajv, the other the rest.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [ofAjv, ofTheRest] = process.argv.slice(2).map((folder) => createRequire(`${folder}/`));
const Ajv2020 = ofAjv("ajv/dist/2020.js");
const YAML = ofTheRest("yaml");

const { keywords, schemas, bodies, patterns, yaml } = JSON.parse(readFileSync(0, "utf8"));

const failures = {};
const validators = {};
for (const [name, schema] of Object.entries(schemas)) {
  const told = [];
  const tell = (...words) => told.push(words.join(" "));
  const ajv = new Ajv2020({ strict: true, allErrors: true, logger: { log: tell, warn: tell, error: tell } });
  ajv.addVocabulary(keywords);
  try {
    validators[name] = ajv.compile(schema);
  } catch (error) {
    told.push(String(error));
  }
  if (told.length) failures[name] = told;
}

const verdicts = bodies.map(([name, line]) => {
  const validate = validators[name];
  if (!validate) return { valid: null, errors: ["the schema does not compile"] };
  const valid = validate(JSON.parse(line).payload);
  const errors = (validate.errors ?? []).map((error) => `${error.instancePath || "/"} ${error.keyword}`);
  return { valid, errors };
});

// All schemas in one validator, registered by their $id, and found by it alone.
const registered = new Ajv2020({ strict: true, logger: false });
registered.addVocabulary(keywords);
registered.addSchema(Object.values(schemas));
const byName = bodies.map(([name, line]) => registered.getSchema(schemas[name].$id)(JSON.parse(line).payload));

const rejected = {};
for (const pattern of patterns) {
  try {
    new RegExp(pattern, "u");
  } catch (error) {
    rejected[pattern] = String(error);
  }
}

const document = YAML.parseDocument(yaml, { version: "1.2", schema: "core", strict: true });
const problems = [...document.errors, ...document.warnings].map(String);

process.stdout.write(
  JSON.stringify({ failures, verdicts, byName, patterns: rejected, yaml: { problems, value: document.toJS() } }),
);
