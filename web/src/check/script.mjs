// The checker as a page loads it: `paycatCheck` for the data scripts, and the forms of the page.

import { check } from "./check.mjs";
import { attach } from "./forms.mjs";
import { service } from "./loading.mjs";

globalThis.paycatCheck = { check, service };
if (globalThis.document) attach(document);
