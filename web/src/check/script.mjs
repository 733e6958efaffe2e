// The checker as a page loads it: `paycatCheck` for what sends payloads and for the preview, and the forms of the page.

import { check } from "./check.mjs";
import { attachChoices } from "./choosing.mjs";
import { attach } from "./forms.mjs";
import { judge } from "./judging.mjs";
import { forgetRules, service } from "./loading.mjs";

// Judges a payload of the page's own method.
function judgeOwn(text) {
  const { direction, method } = document.querySelector("[data-check]").dataset;
  return judge(text, { direction, own: method });
}

if (globalThis.document) attachChoices(document);
const forms = globalThis.document ? attach(document) : [];
globalThis.paycatCheck = { check, service, judge: judgeOwn, forms, forgetRules };
