// Interprets the rules of a request, which are data, over the value of a body, and returns what they reject. Nothing is
// compiled, so pages need no `unsafe-eval`. What the rules mean is stated by `contract/validate.py`.
import { about, decisionsIn, inside, requirementOf } from "./cases.js";
import { keeps } from "./constraints.js";
import { isObject, isSent } from "./json.js";
const MOST_SUGGESTIONS = 10; // Comparing a name with all that are known takes long.
/** Returns what the rules of a request reject, one finding for each member, in the order of the rules. */
export function rejectedMembers(root, value) {
    const found = [];
    inGroup(root, value, [], found, []);
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
function inGroup(group, value, path, found, outer) {
    if (!isObject(value)) {
        found.push(wrongType(group, value, path));
        return;
    }
    const decisions = decisionsIn(group, value, outer);
    for (const member of group.members) {
        const requirement = requirementOf(member, decisions);
        const inner = [...path, member.name];
        if (!isSent(value, member.name)) {
            if (requirement === "required")
                found.push({ path: inner, code: "required", about: "missing", member });
        }
        else if (requirement === "absent") {
            found.push({ path: inner, code: "unknown_field", about: "name", member });
        }
        else {
            inMember(member, value[member.name], inner, found, about(decisions, member.name), inside(decisions, member.name));
        }
    }
    if (group.closed)
        unknown(group, value, path, found);
    const broken = group.conditions.find(({ any_of }) => !any_of.some((names) => names.every((name) => isSent(value, name))));
    if (broken)
        found.push({ path, code: "conditional_required", about: "value", member: group, condition: broken });
}
function inMember(member, value, path, found, cases = [], decided = []) {
    if ("members" in member) {
        inGroup(member, value, path, found, decided);
    }
    else if (!hasType(member.type, value)) {
        found.push(wrongType(member, value, path));
    }
    else {
        inField(member, value, path, found, cases);
    }
}
function byRank(one, other) {
    return (one.rank ?? 0) - (other.rank ?? 0) || (one.code < other.code ? -1 : 1);
}
// Of all rules that a value breaks, those of the member and those of cases, the first one is told.
function inField(field, value, path, found, cases) {
    const rules = cases.flatMap((one) => one.field?.constraints ?? []);
    const constraint = (rules.length ? [...rules, ...field.constraints].sort(byRank) : field.constraints).find((one) => !keeps(one, value));
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
