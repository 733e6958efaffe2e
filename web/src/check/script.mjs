// The checker as a page loads it: `paycatCheck` for the data scripts, and the forms of the page.

import { check } from "./check.mjs";
import { attach } from "./forms.mjs";
import { schemas, service } from "./loading.mjs";

globalThis.paycatCheck = { check, schemas, service };
if (globalThis.document) attach(document);
