// Has zod reject members that a schema does not list.
const object = ({ $, nodes, schema, symbols, ...rest }) =>
  schema.additionalProperties?.type === "never"
    ? $(symbols.z).attr("strictObject").call(nodes.shape({ $, nodes, schema, symbols, ...rest }))
    : undefined;

export default { plugins: [{ name: "zod", $resolvers: { object } }] };
