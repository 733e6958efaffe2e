// The ids that the scripts of the pages make. In, a kind and names as JSON, one list a line. Out, for each, the id as JSON.

import { createInterface } from "node:readline";

import { anchor } from "../../web/src/check/anchor.mjs";

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(anchor(...JSON.parse(line)))}\n`);
}
