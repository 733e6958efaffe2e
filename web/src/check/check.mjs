// A direction, the text of a body and what is known of the service in; what the service would answer out, with the place
// of each finding in the text. What judges is the runtime of the TypeScript package.

import { locate } from "../../../generators/typescript/runtime/json.ts";
import { judgedBody } from "../../../generators/typescript/runtime/judge.ts";

// `service` is what `assets/service.js` holds, and the rules of the requests that are loaded.
//
// Returns {violations, problem, method}, with problem null when the body is accepted; or {needs: method} when the rules
// of that method's request have to be loaded first. A violation is {code, pointer, path, message, advice, source, decisions,
// line, column, offset, length}.
export function check(direction, text, service, addressed) {
  const rulesOf = (way, name) => service.rules.get(`${way}.${name}`)?.root;
  const judged = judgedBody(direction, text, service, rulesOf, addressed);
  if (judged.needs !== undefined) return judged;
  const { violations = [], problem = null, method } = judged;
  const isRead = problem?.slug !== service.problems.malformed_body.slug && problem?.slug !== service.problems.payload_too_large.slug;
  const spanOf = ({ path, about, span }) => span ?? (isRead ? locate(text, service.limits.deepest, path, about) : { offset: 0, length: 0 });
  return { violations: violations.map((one) => ({ ...one, ...place(spanOf(one), text) })), problem, method };
}

function place({ offset, length }, text) {
  const before = text.slice(0, offset);
  return { offset, length, line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
