// The files that `paycat generate` would write.

import { element } from "../site/element.mjs";
import { findingsOf } from "./findings.mjs";
import { keyed } from "./keeping.mjs";

export function writtenOf({ at, waits, summary, findings = [], left = 0, ...paths }) {
  const nodes = waits ? [element("p", { className: "soft" }, waits)] : [];
  if (!at) return nodes;
  nodes.push(element("p", {}, `${at}: ${summary ?? "they cannot be made"}.`));
  if (findings.length) nodes.push(...findingsOf(findings));
  for (const word of ["created", "changed", "removed"]) {
    if (!paths[word]?.length) continue;
    const entries = paths[word].map((path) => element("li", {}, element("code", {}, path)));
    nodes.push(keyed(element("details", {}, element("summary", {}, `To be ${word}: ${paths[word].length}`), element("ul", { className: "plain" }, ...entries)), word));
  }
  if (left) nodes.push(element("p", { className: "soft" }, `${left} more; paycat generate --check --list names all of them.`));
  return nodes;
}
