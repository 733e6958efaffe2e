// Reads patterns with texts as JSON, and prints which texts each matches: "source" as people write it, "pattern" as is.
import { readFileSync } from "node:fs";

const compiled = (source) => {
  const delimited = /^\/([\s\S]*)\/([a-z]*)$/.exec(source);
  return delimited ? new RegExp(delimited[1], `${delimited[2].replace("u", "")}u`) : new RegExp(source, "u");
};
const cases = JSON.parse(readFileSync(0, "utf-8"));
const found = cases.map(({ source, pattern, texts }) => {
  const [written, portable] = [compiled(source), new RegExp(pattern, "u")];
  return texts.map((text) => [written.test(text), portable.test(text)]);
});
process.stdout.write(JSON.stringify(found));
