/**
 * A form made from the JSON Schema of a request, by react-jsonschema-form.
 *
 *     <PaymentForm schema={schema} data={{ reference: "order-1" }} onSend={(body) => client.createPayout(body)} />
 *
 * Required values that leave no choice are sent without being shown. `data` holds what your program knows already:
 * usually the fields that the schema marks with `"x-audience": "system"`.
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
      schema={asked(schema)}
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

/** What the form reads of a schema: a fixed value that need not be sent is a choice, and examples are no suggestions. */
function asked({ examples, ...schema }: RJSFSchema, isRequired = true): RJSFSchema {
  const { const: fixed, ...others } = schema;
  return {
    ...(isRequired || fixed === undefined ? schema : { ...others, enum: [fixed] }),
    ...(schema.properties && { properties: eachMember(schema, asked) }),
    ...(schema.items && { items: asked(schema.items as RJSFSchema) }),
  };
}

/** How react-jsonschema-form shows each member of a schema, by its annotations. */
function shownAs(schema: RJSFSchema, isRequired = true): UiSchema {
  const { "x-input": input, "x-autocomplete": autocomplete, "x-labels": labels, enum: values, examples } = schema;
  const isChoice = values !== undefined || "const" in schema;
  return {
    ...("const" in schema && { "ui:widget": isRequired ? "hidden" : "select" }),
    ...(input && { "ui:options": { inputType: input === "digits" ? "text" : input } }),
    ...(autocomplete && { "ui:autocomplete": autocomplete }),
    ...(labels && { "ui:enumNames": values?.map((value) => labels[String(value)] ?? value) }),
    ...(examples && !isChoice && { "ui:placeholder": String(examples[0 as never]) }),
    ...(schema.items && { items: shownAs(schema.items as RJSFSchema) }),
    ...eachMember(schema, shownAs),
  };
}

function eachMember<Shown>(schema: RJSFSchema, show: (member: RJSFSchema, isRequired: boolean) => Shown) {
  const members = Object.entries(schema.properties ?? {}) as [string, RJSFSchema][];
  const shown = members.map(([name, member]) => [name, show(member, schema.required?.includes(name) ?? false)] as const);
  return Object.fromEntries(shown) as Record<string, Shown>;
}
