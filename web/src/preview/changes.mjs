// What changed, for whom it breaks what, and the payload that proves it, with the members that it turns on marked.

import { element } from "../site/element.mjs";
import { findingsOf } from "./findings.mjs";
import { keyed, placeOf } from "./keeping.mjs";

const KINDS = { breaking: "bad", risky: "warn", safe: "good", wording: "plain" };

export function changesOf({ against, at, summary, changes = [], left = 0, faults = [], findings }) {
  const nodes = [element("p", { className: "soft" }, summary ? `${at}, compared with ${against}.` : `${at}: not compared with ${against}.`)];
  if (summary) nodes.push(element("p", {}, `${summary}.`));
  if (findings.length) nodes.push(...findingsOf(findings));
  nodes.push(...faults.map((one) => element("p", { className: "bad" }, `Fault of paycat: ${one}`)));
  if (changes.length) nodes.push(element("ol", { className: "plain" }, ...changes.map(entry)));
  if (left) nodes.push(element("p", { className: "soft" }, `${left} more; paycat diff prints them.`));
  return nodes;
}

function entry(change) {
  const key = `${change.type} ${change.text}`;
  const lines = [
    element("p", {}, element("span", { className: `badge ${KINDS[change.verdict]}` }, change.known || change.verdict), " ", change.text),
    change.where && element("p", { className: "soft" }, placeOf(change.where, key)),
    ...["also", "whom", "note"].map((name) => change[name] && element("p", { className: "soft" }, change[name])),
    change.follows.length && element("p", { className: "soft" }, `From it follows: ${change.follows.join("; ")}`),
    change.payload && payload(change.payload, key),
  ];
  return element("li", {}, ...lines.filter(Boolean));
}

function payload({ turn, origin, lines }, key) {
  const text = lines.map(({ text, marked, note }) =>
    element("span", { className: "line" }, marked ? element("mark", {}, text) : text, ...(note ? [element("span", { className: "turns" }, `  ← ${note}`)] : []), "\n"),
  );
  const shown = element("pre", { tabIndex: 0 }, element("code", {}, ...text));
  shown.setAttribute("role", "region");
  shown.setAttribute("aria-label", `Payload: ${turn}`);
  return keyed(element("details", {}, element("summary", {}, turn), element("p", { className: "soft" }, origin), shown), `payload of ${key}`);
}
