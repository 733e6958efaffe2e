// The elements that show an answer of the checker. Texts of the payload are set as text, never as HTML.

import { element, link } from "../site/element.mjs";
import { anchor } from "./anchor.mjs";
import { rowOf } from "./rows.mjs";

// `context` has the page's own method, another one that the payload names, and the addresses of pages.
export function shownFindings(answer, context, select) {
  const { violations, problem, method } = answer;
  const nodes = [heading(violations.length, problem)];
  if (context.other) {
    const page = link(context.pageOf(context.other), context.other);
    nodes.push(element("p", { className: "note" }, "This payload names ", page, `; this page is about ${context.own}. It was checked as `, context.other, "."));
  } else if (context.named) {
    nodes.push(element("p", {}, "The payload names ", link(context.pageOf(method), method), "; its page describes every field."));
  }
  const inOrder = [...violations].sort((one, other) => one.offset - other.offset);
  if (violations.length) nodes.push(element("ol", { className: "findings" }, ...inOrder.map((one) => item(one, context, select))));
  return nodes;
}

function heading(count, problem) {
  if (!problem) {
    return element("p", { className: "verdict accepted" }, element("strong", {}, "Accepted."), " The service would take this payload.");
  }
  const findings = `${count} ${count === 1 ? "finding" : "findings"}.`;
  return element(
    "p",
    { className: "verdict rejected" },
    element("strong", {}, findings),
    ` The service would answer ${problem.status} `,
    element("code", {}, problem.slug),
    `: ${problem.title}.`,
  );
}

function item(violation, context, select) {
  const where = element("button", { type: "button", className: "quiet" }, `Line ${violation.line}, column ${violation.column}`);
  where.addEventListener("click", () => select(violation));
  const name = violation.path.join(".") || "the body";
  const row = context.other ? null : rowOf(document, violation.path);
  const field = row ? link(`#${row.id}`, element("code", {}, name)) : element("code", {}, name);
  const code = element("code", { className: "badge bad" }, violation.sent ?? violation.code);
  const sentence = [violation.message, violation.advice].filter(Boolean).join(" ");
  return element("li", {}, field, " ", code, " ", where, element("br"), ...pieces(sentence), ...marks(violation, context.root));
}

// Texts of the catalogue are Markdown; of that, they have names in backticks.
function pieces(sentence) {
  return sentence.split("`").map((piece, index) => (index % 2 ? element("code", {}, piece) : piece));
}

function marks({ source, decisions }, root) {
  const made = source ? [element("span", { className: "mark", title: "Stated by the specification" }, source)] : [];
  for (const id of decisions) {
    const decision = link(`${root}decisions.html#${anchor("decision", id)}`, id);
    decision.className = "mark ours";
    made.push(decision);
  }
  return made.flatMap((one) => [" ", one]);
}
