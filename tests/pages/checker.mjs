// The checker as a page runs it, outside a browser. The arguments are the scripts that it loads. In, one JSON object a
// line: {direction, text, addressed}. Out, for each, one JSON object a line: what the checker answers.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";

const page = vm.createContext({ TextEncoder });
for (const script of process.argv.slice(2)) vm.runInContext(readFileSync(script, "utf8"), page, { filename: script });

for await (const line of createInterface({ input: process.stdin })) {
  page.asked = line;
  const answer = vm.runInContext(
    "(({ direction, text, addressed }) => JSON.stringify(paycatCheck.check(direction, text, paycatCheck.service(), addressed)))(JSON.parse(asked))",
    page,
  );
  process.stdout.write(`${answer}\n`);
}
