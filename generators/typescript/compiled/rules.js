// Interprets the rules of a request, which are data, over the value of a body, and returns what they reject. Nothing is
// compiled, so pages need no `unsafe-eval`. What the rules mean is stated by `contract/validate.py`.
import { keeps } from "./constraints.js";
import { isObject } from "./json.js";
const MOST_SUGGESTIONS = 10; // Comparing a name with all that are known takes long.
/** Returns what the rules of a request reject, one finding for each member, in the order of the rules. */
export function rejectedMembers(root, value) {
    const found = [];
    inGroup(root, value, [], found);
    return found;
}
/** Returns the JSON type of a value; undefined for what JSON does not have. */
export function typeOf(value) {
    if (value === null)
        return "null";
    if (Array.isArray(value))
        return "array";
    if (typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value)))
        return "number";
    const type = typeof value;
    return type === "string" || type === "boolean" || type === "object" ? type : undefined;
}
function inGroup(group, value, path, found) {
    if (!isObject(value)) {
        found.push(wrongType(group, value, path));
        return;
    }
    for (const member of group.members) {
        if (isSent(value, member.name))
            inMember(cased(group, member, value), value[member.name], [...path, member.name], found);
        else if (member.required)
            found.push({ path: [...path, member.name], code: "required", about: "missing", member });
    }
    if (group.closed)
        unknown(group, value, path, found);
    const broken = group.conditions.find(({ any_of }) => !any_of.some((names) => names.every((name) => isSent(value, name))));
    if (broken)
        found.push({ path, code: "conditional_required", about: "value", member: group, condition: broken });
}
// A value in memory may have a member that is undefined, which JSON does not send.
function isSent(value, name) {
    return Object.hasOwn(value, name) && value[name] !== undefined;
}
// A member is another one where others have certain values: a case has rules, and neither name nor requirement.
function cased(group, member, value) {
    const holding = group.cases?.filter((one) => one.member === member.name && isSent(value, one.given) && value[one.given] === one.value);
    const last = holding?.at(-1);
    return last ? { ...member, constraints: last.field.constraints } : member;
}
function inMember(member, value, path, found) {
    if ("members" in member) {
        inGroup(member, value, path, found);
    }
    else if (!hasType(member.type, value)) {
        found.push(wrongType(member, value, path));
    }
    else {
        inField(member, value, path, found);
    }
}
function inField(field, value, path, found) {
    const constraint = field.constraints.find((one) => !keeps(one, value));
    if (constraint)
        found.push({ path, code: constraint.code, about: "value", member: field, constraint });
    else if (field.items)
        for (const [index, item] of value.entries())
            inMember(field.items, item, [...path, `${index}`], found);
}
function hasType(type, value) {
    if (type === "integer")
        return typeof value === "bigint" || Number.isInteger(value);
    return typeOf(value) === type;
}
function wrongType(member, value, path) {
    return { path, code: value === null ? "null_not_allowed" : "type", about: "value", member };
}
function unknown(group, value, path, found) {
    const known = group.members.map(({ name }) => name);
    const names = Object.keys(value).filter((name) => value[name] !== undefined && !known.includes(name));
    for (const [index, name] of names.entries()) {
        found.push({ path: [...path, name], code: "unknown_field", about: "name", known: index < MOST_SUGGESTIONS ? known : [] });
    }
}
