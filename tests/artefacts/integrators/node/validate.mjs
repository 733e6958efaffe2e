// Asks generated schemas of zod or valibot about bodies.
// In, on standard input, one JSON object: `module`, a path below the current folder; `library`, zod or valibot;
// `bodies`, each a component and a JSON text. Out, on standard output: for each body whether the schema took it.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { module, library, bodies } = JSON.parse(readFileSync(0, "utf8"));
const here = `${process.cwd()}/`;
const schemas = await import(pathToFileURL(here + module).href);
const accepts = {
  zod: (schema, body) => schema.safeParse(body).success,
  valibot: (schema, body) => createRequire(here)("valibot").safeParse(schema, body).success,
}[library];

// A component with a member that is only written has two schemas; the one for requests is called Writable.
const schemaOf = (component) => {
  const name = library[0] + component;
  return schemas[`${name}Writable`] ?? schemas[name];
};

const verdicts = bodies.map(([component, text]) => accepts(schemaOf(component), JSON.parse(text)));
process.stdout.write(JSON.stringify(verdicts));
