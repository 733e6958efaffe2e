// Reads patterns with texts as JSON, and prints which texts each matches: "source" as people write it, "pattern" as is.
import { readFileSync } from "node:fs";

const compiled = (source) => {
  const [, inner, flags] = /^\/([\s\S]*)\/([a-z]*)$/.exec(source) ?? ["", source, ""];
  try {
    return new RegExp(inner, `${flags.replace("u", "")}u`);
  } catch {
    return new RegExp(inner, flags); // It has an escape such as \-, which the flag u rejects.
  }
};
const cases = JSON.parse(readFileSync(0, "utf-8"));
const found = cases.map(({ source, pattern, texts }) => {
  const [written, portable] = [compiled(source), new RegExp(pattern, "u")];
  return texts.map((text) => [written.test(text), portable.test(text)]);
});
process.stdout.write(JSON.stringify(found));
