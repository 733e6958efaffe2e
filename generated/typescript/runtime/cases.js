// Cases: what members of an object are where others have certain values. What they mean is stated by
// `contract/decisions.py`.
import { isObject, isSent } from "./json.js";
/** Returns the cases that hold of an object: those that objects around it decided, and its own. */
export function decisionsIn(group, value, outer) {
    const own = group.cases?.filter((one) => one.given.every((given) => isMet(given, value))) ?? [];
    return [...outer, ...own.map((one) => ({ path: one.path, case: one }))];
}
/** Returns what is decided about the members of a member. */
export function inside(decisions, name) {
    const below = decisions.filter(({ path }) => path.length > 1 && path[0] === name);
    return below.map((one) => ({ ...one, path: one.path.slice(1) }));
}
/** Returns the cases that decide about a member itself. */
export function about(decisions, name) {
    return decisions.filter(({ path }) => path.length === 1 && path[0] === name).map((one) => one.case);
}
/** Returns whether an object has a member. What holds a member that is required, is required, too. */
export function requirementOf(member, decisions) {
    const cases = about(decisions, member.name);
    if (cases.some(({ requirement }) => requirement === "absent"))
        return "absent";
    const requires = decisions.some(({ path, case: { requirement } }) => path[0] === member.name && requirement === "required");
    return member.required || requires ? "required" : "optional";
}
function isMet(given, object) {
    let value = object;
    for (const name of given.path) {
        if (!isObject(value))
            return false;
        if (!isSent(value, name))
            return given.test === "absent";
        value = value[name];
    }
    if (given.test === "absent" || given.test === "present")
        return given.test === "present" && value !== null;
    return typeof value === typeof given.values[0] && given.values.includes(value) === (given.test === "one_of");
}
