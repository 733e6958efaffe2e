/**
 * A form made from the JSON Schema of a request, by react-jsonschema-form.
 *
 *     <PaymentForm schema={schema} data={{ reference: "order-1" }} onSend={(body) => client.createPayout(body)} />
 *
 * Values that leave no choice are sent without being shown. `data` holds what your program knows already: usually the
 * fields that the schema marks with `"x-audience": "system"`.
 */

import Form from "@rjsf/core";
import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import { customizeValidator } from "@rjsf/validator-ajv8";
import Ajv2020 from "ajv/dist/2020.js";

type Body = Record<string, unknown>;
type Props = { schema: RJSFSchema; data?: Body; onSend: (body: Body) => void };

const validator = customizeValidator<Body>({ AjvClass: Ajv2020 });

export function PaymentForm({ schema, data, onSend }: Props) {
  return (
    <Form<Body>
      schema={schema}
      uiSchema={shownAs(schema)}
      initialFormData={data ?? {}}
      validator={validator}
      noHtml5Validate
      omitExtraData
      showErrorList={false}
      experimental_defaultFormStateBehavior={{ emptyObjectFields: "populateRequiredDefaults" }}
      onSubmit={({ formData }) => onSend(formData ?? {})}
    />
  );
}

/** How react-jsonschema-form shows each member of a schema, by its annotations. */
export function shownAs(schema: RJSFSchema): UiSchema {
  const members = Object.entries(schema.properties ?? {}) as [string, RJSFSchema][];
  const input = schema["x-input"];
  return {
    ...("const" in schema && { "ui:widget": "hidden" }),
    ...(input && { "ui:options": { inputType: input === "digits" ? "text" : input } }),
    ...(schema["x-autocomplete"] && { "ui:autocomplete": schema["x-autocomplete"] }),
    ...(schema["x-labels"] && { "ui:enumNames": schema.enum?.map((one) => schema["x-labels"][String(one)] ?? one) }),
    ...(schema.examples && { "ui:placeholder": String(schema.examples[0 as never]) }),
    ...Object.fromEntries(members.map(([name, member]) => [name, shownAs(member)])),
  };
}
