// Runs each module named as an argument, in order, and prints what it logged as a line of JSON.
import { pathToFileURL } from "node:url";

for (const file of process.argv.slice(2)) {
  const logged = [];
  console.log = (...values) => logged.push(values);
  await import(pathToFileURL(file));
  process.stdout.write(`${JSON.stringify(logged)}\n`);
}
