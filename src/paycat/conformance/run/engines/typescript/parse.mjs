// In, one JSON object a line: {direction, body, method, module}; the body in base64, and the module of a request if that
// alone validates the value of the body. Out, for each, one JSON object a line: {violations: [{code, pointer}]}, or {failure}. The argument is the
// folder of the package.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const root = pathToFileURL(`${process.argv[2]}/`);
const { parse } = await import(new URL("index.js", root));

async function judged({ direction, body, method, module }) {
  const bytes = Buffer.from(body, "base64");
  if (module === undefined) return parse(direction, bytes, method);
  const own = await import(new URL(`${direction}/${module}.js`, root));
  return own.validate(JSON.parse(bytes));
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const { violations = [] } = await judged(JSON.parse(line));
    answer = { violations: violations.map(({ code, pointer }) => ({ code, pointer })) };
  } catch (error) {
    answer = { failure: error.message };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
