// In, one JSON object: {works, rounds, times}, with {module, schema, bodies} for each request in `works`: the paths of its
// module and of its schema, and texts of bodies. The argument is the folder of npm's packages that has ajv.
// Out, a JSON list: for each request, CPU seconds of one body by what was done with it, in each round.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const Ajv2020 = createRequire(`${process.argv[2]}/`)("ajv/dist/2020.js");
const { works, rounds, times } = JSON.parse(readFileSync(0, "utf8"));
const found = [];
for (const work of works) found.push(timed(await waysOf(work)));
process.stdout.write(JSON.stringify(found));

async function waysOf({ module, schema, bodies }) {
  const { parse, validate } = await import(pathToFileURL(module));
  const ajv = compiled(schema);
  const values = bodies.map((body) => JSON.parse(body));
  return {
    validate: [validate, values],
    ajv: [ajv, values],
    parse: [parse, bodies],
    json: [JSON.parse, bodies],
    json_ajv: [(body) => ajv(JSON.parse(body)), bodies],
  };
}

function compiled(path) {
  const own = new Set();
  const schema = JSON.parse(readFileSync(path, "utf8"), (name, value) => {
    if (name.startsWith("x-")) own.add(name);
    return value;
  });
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  ajv.addVocabulary([...own]);
  return ajv.compile(schema);
}

// The ways take turns in each round; the first round, in which the code is compiled, does not count.
function timed(ways) {
  const costs = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, [way, bodies]] of Object.entries(ways)) {
      const repetitions = Math.ceil(times / bodies.length);
      const start = process.cpuUsage();
      for (let done = 0; done < repetitions; done += 1) for (const body of bodies) way(body);
      const { user, system } = process.cpuUsage(start);
      if (round) costs[name].push((user + system) / 1e6 / (repetitions * bodies.length));
    }
  }
  return costs;
}
