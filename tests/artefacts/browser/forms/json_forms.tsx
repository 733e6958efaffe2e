// The form that JSON Forms makes of a schema, with its plain renderers.

import { JsonForms } from "@jsonforms/react";
import { vanillaCells, vanillaRenderers } from "@jsonforms/vanilla-renderers";
import Ajv2020 from "ajv/dist/2020.js";
import { createRoot } from "react-dom/client";

const root = createRoot(document.getElementById("form") as HTMLElement);
const ajv = new Ajv2020({ allErrors: true, strict: false });

Object.assign(window, {
  show: (schema: object) =>
    root.render(<JsonForms ajv={ajv} cells={vanillaCells} data={{}} renderers={vanillaRenderers} schema={schema} />),
});
