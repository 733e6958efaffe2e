// Judges the text of a field, loads the rules that this takes, marks the rows of the page, and makes what is shown.

import { check } from "./check.mjs";
import { shownFindings } from "./findings.mjs";
import { loadRules, loadService } from "./loading.mjs";
import { clearMarks, mark } from "./rows.mjs";

// `own` is the method of the page, if it has one, and `addressed` the method that the address names.
//
// Returns {problem, nodes}: what the service would answer, null if it accepts the payload, and the elements that say so.
export async function judge(text, { direction, own, addressed = own }) {
  const { root } = document.body.dataset;
  const service = await loadService(root);
  let answer = check(direction, text.value, service, addressed);
  if (answer.needs) {
    await loadRules(root, direction, nameOf(service, answer.needs));
    answer = check(direction, text.value, service, addressed);
  }
  clearMarks(document);
  // Another method's findings do not belong at the rows of this page.
  const other = own && answer.method && answer.method !== own ? answer.method : null;
  if (!other) for (const violation of answer.violations) mark(document, violation);
  const pageOf = (method) => `${root}${direction}/${nameOf(service, method)}.html`;
  const named = !own && service.members[direction].length && answer.method;
  const nodes = shownFindings(answer, { other, own, pageOf, root, named }, (violation) => select(text, violation));
  return { problem: answer.problem, nodes };
}

export function nameOf(service, method) {
  return service.methods.find(({ code }) => code === method).name;
}

function select(text, { offset, length }) {
  text.focus();
  text.setSelectionRange(offset, offset + length);
  // Focusing shows the caret in some browsers only; the line is brought into view in all.
  const line = text.value.slice(0, offset).split("\n").length - 1;
  const height = text.scrollHeight / Math.max(1, text.value.split("\n").length);
  text.scrollTop = Math.max(0, (line - 3) * height);
}
