/**
 * A form made from the JSON Schema of a request, by react-jsonschema-form.
 *
 *     <PaymentForm schema={schema} data={{ reference: "order-1" }} onSend={(body) => client.createPayout(body)} />
 *
 * Required values that leave no choice are sent without being shown. `data` holds what your program knows already:
 * usually the fields that the schema marks with `"x-audience": "system"`.
 */

import { useState } from "react";
import Form from "@rjsf/core";
import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import { customizeValidator } from "@rjsf/validator-ajv8";
import Ajv2020 from "ajv/dist/2020.js";

type Body = Record<string, unknown>;
type Props = { schema: RJSFSchema; data?: Body; onSend: (body: Body) => void };

const validator = customizeValidator<Body>({ AjvClass: Ajv2020 });

export function PaymentForm({ schema, data, onSend }: Props) {
  const [body, setBody] = useState<Body>(data ?? {});
  return (
    <Form<Body>
      schema={asked(schema)}
      uiSchema={takenAway(schema, body).reduce(hidden, shownAs(schema))}
      formData={body}
      onChange={({ formData = {} }) => setBody(takenAway(schema, formData).reduce(without, formData))}
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

/** The paths of the members that cases take away from a body: of what is there then, they say that nothing fits. */
function takenAway(schema: RJSFSchema, value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  const cases = [schema, ...((schema.allOf ?? []) as RJSFSchema[])];
  const holding = cases.filter((one) => one.if && validator.isValid(one.if as RJSFSchema, value as Body, schema));
  const members = Object.entries(schema.properties ?? {}) as [string, RJSFSchema][];
  const inner = members.map(([name, member]) => takenAway(member, value[name as never], [...path, name]));
  return [...holding.flatMap((one) => forbidden(one.then as RJSFSchema, path)), ...inner.flat()];
}

function forbidden(schema: RJSFSchema, path: string[]): string[][] {
  if (schema.not && !Object.keys(schema.not).length) return [path];
  const members = Object.entries(schema.properties ?? {}) as [string, RJSFSchema][];
  return members.flatMap(([name, member]) => forbidden(member, [...path, name]));
}

function hidden(shown: UiSchema, [name = "", ...inner]: string[]): UiSchema {
  const member = shown[name] ?? {};
  return { ...shown, [name]: inner.length ? hidden(member, inner) : { ...member, "ui:widget": "hidden", "ui:field": () => null } };
}

function without(body: Body, [name = "", ...inner]: string[]): Body {
  const { [name]: member, ...others } = body;
  return inner.length && member ? { ...others, [name]: without(member as Body, inner) } : others;
}

function eachMember<Shown>(schema: RJSFSchema, show: (member: RJSFSchema, isRequired: boolean) => Shown) {
  const members = Object.entries(schema.properties ?? {}) as [string, RJSFSchema][];
  const shown = members.map(([name, member]) => [name, show(member, schema.required?.includes(name) ?? false)] as const);
  return Object.fromEntries(shown) as Record<string, Shown>;
}
