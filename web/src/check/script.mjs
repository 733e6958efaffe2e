// The checker as a page loads it: `paycatCheck` for what sends payloads, and the forms of the page.

import { check } from "./check.mjs";
import { attach } from "./forms.mjs";
import { judge } from "./judging.mjs";
import { service } from "./loading.mjs";

// Judges a payload of the page's own method.
function judgeOwn(text) {
  const { direction, method } = document.querySelector("[data-check]").dataset;
  return judge(text, { direction, own: method });
}

globalThis.paycatCheck = { check, service, judge: judgeOwn };
if (globalThis.document) attach(document);
