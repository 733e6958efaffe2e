// In, one JSON object a line. One is {modules, cases: [{id, direction, body, method, alone, expected}]}: the modules by
// direction and name; bodies in base64, the method that the address names, the module of a request if that alone judges the
// value, and violations as [code, pointer]. Any other is {module, path, value}: a change of the rules of a module, or of
// the service where there is none; without a value, what is at the path is dropped. Out, for each: {killer}, the id of a
// case that gets another verdict, which an exception is none, or "". The argument is the folder of the package.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const root = pathToFileURL(`${process.argv[2]}/`);
const { judgedBody, judgedFields } = await import(new URL("runtime/judge.js", root));
const { service } = await import(new URL("service.js", root));
const rules = new Map();
let cases = [];
let last = 0; // Cases and changes are in the order of the members: what notices the next change is seldom far.
let modules = {};

async function load(asked) {
  modules = asked.modules;
  cases = asked.cases.map((one) => {
    const body = Buffer.from(one.body, "base64");
    return { ...one, body, data: one.alone && JSON.parse(body), expected: JSON.stringify(one.expected) };
  });
  last = 0;
  for (const module of Object.values(modules)) {
    if (!rules.has(module)) rules.set(module, (await import(new URL(`${module}.js`, root))).rules);
  }
}

function changed(data, path, value) {
  const made = structuredClone(data);
  const above = path.slice(0, -1).reduce((inner, step) => inner[step], made);
  const last = path.at(-1);
  if (value !== undefined) above[last] = value;
  else if (Array.isArray(above)) above.splice(last, 1);
  else delete above[last];
  return made;
}

function killer({ module, path, value }) {
  const ruled = module && changed(rules.get(module), path, value);
  const served = module || !path ? service : changed(service, path, value);
  const of = (name) => (name === module && ruled ? ruled : rules.get(name));
  const rulesOf = (direction, name) => of(modules[`${direction}.${name}`]);
  for (let tried = 0; tried < cases.length; tried++) {
    const away = Math.ceil(tried / 2) * (tried % 2 ? -1 : 1); // 0, -1, 1, -2, 2: farther and farther, on both sides.
    const at = (last + away + cases.length) % cases.length;
    const one = cases[at];
    let got;
    try {
      got = one.alone
        ? judgedFields(one.data, of(one.alone), served)
        : judgedBody(one.direction, one.body, served, rulesOf, one.method);
    } catch {
      continue; // Data that the package cannot read has no verdict: some other case must get a wrong one.
    }
    const found = (got.violations ?? []).map(({ code, pointer }) => [code, pointer]);
    if (JSON.stringify(found) !== one.expected) {
      last = at;
      return one.id;
    }
  }
  return "";
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.cases) await load(asked);
  process.stdout.write(`${JSON.stringify({ killer: asked.cases ? "" : killer(asked) })}\n`);
}
