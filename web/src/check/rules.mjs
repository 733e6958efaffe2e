// Interprets the rules of a request, which are data, over the tree of a body, and returns what they reject. Nothing is
// compiled, so pages need no `unsafe-eval`. What the rules mean is stated by `contract/validate.py`.

import { keeps, written } from "./constraints.mjs";
import { isWhole } from "./numbers.mjs";

// Returns [{path, code, node, member, constraint, condition}], one for each member, in the order of the rules. `node` is
// where the mistake is in the text; `member` is the rule of the field or object, and of no member that is unknown.
export function rejectedMembers(root, tree, text) {
  return inGroup(root, tree, [], text);
}

function inGroup(group, node, path, text) {
  const wrong = wrongType(group, node, path, text);
  if (wrong) return [wrong];
  const sent = new Map(node.children.map((property) => [property.children[0].value, property]));
  const decided = inCases(group.cases ?? [], sent);
  const found = group.members.flatMap((member) => inMember({ ...member, ...decided[member.name] }, sent.get(member.name)?.children[1], node, path, text));
  if (group.closed) found.push(...unknown(group, sent, path));
  const broken = group.conditions.find(({ any_of }) => !any_of.some((names) => names.every((name) => sent.has(name))));
  if (broken) found.push({ path, code: "conditional_required", node, member: group, condition: broken });
  return found;
}

// Returns what members are where others have certain values, by name: a case has rules, and neither name nor requirement.
function inCases(cases, sent) {
  const holding = cases.filter(({ given, value }) => sent.get(given)?.children[1].value === value);
  return Object.fromEntries(holding.map(({ member, field }) => [member, { constraints: field.constraints }]));
}

function inMember(member, node, parent, outer, text) {
  const path = [...outer, member.name];
  if (!node) return member.required ? [{ path, code: "required", node: { offset: parent.offset, length: 1 }, member }] : [];
  return inValue(member, node, path, text);
}

function inValue(member, node, path, text) {
  return member.members ? inGroup(member, node, path, text) : inField(member, node, path, text);
}

function inField(field, node, path, text) {
  const wrong = wrongType(field, node, path, text);
  if (wrong) return [wrong];
  const broken = field.constraints.find((constraint) => !keeps(constraint, node, text));
  if (broken) return [{ path, code: broken.code, node, member: field, constraint: broken }];
  return field.items ? node.children.flatMap((item, index) => inValue(field.items, item, [...path, `${index}`], text)) : [];
}

function wrongType(member, node, path, text) {
  const isInteger = member.type === "integer" && node.type === "number" && isWhole(written(node, text));
  if (isInteger || node.type === member.type) return null;
  return { path, code: node.type === "null" ? "null_not_allowed" : "type", node, member };
}

const MOST_SUGGESTIONS = 10; // Comparing a name with all that are known takes long.

function unknown(group, sent, path) {
  const known = new Set(group.members.map((member) => member.name));
  const names = [...sent.keys()].filter((name) => !known.has(name));
  return names.map((name, index) => ({
    path: [...path, name],
    code: "unknown_field",
    node: sent.get(name).children[0],
    known: index < MOST_SUGGESTIONS ? [...known] : [],
  }));
}
