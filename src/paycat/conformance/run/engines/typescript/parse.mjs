// In, one JSON object a line, a question to `judging.mjs`. Out, its answer to each, one JSON object a line. The argument is
// the folder of the package.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import { answered } from "./judging.mjs";

const root = pathToFileURL(`${process.argv[2]}/`);

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answered(root, JSON.parse(line)))}\n`);
}
