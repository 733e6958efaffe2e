// Whether a value keeps one constraint: a measure of it has a relation to a bound.
import { ALGORITHMS } from "./check_digits.js";
import { isObject } from "./json.js";
import { compare, isMultiple, plain } from "./numbers.js";
const patterns = new Map();
/** Returns whether a value, which has the right JSON type, keeps a constraint. */
export function keeps({ measure, relation, bound }, value) {
    const measured = MEASURES[measure](value);
    switch (relation) {
        case "equal":
            return measured === bound;
        case "one_of":
            return bound.includes(measured);
        case "matches":
            return pattern(bound).test(measured);
        case "distinct":
            return new Set(measured).size === measured.length;
        case "checked":
            return ALGORITHMS[bound](measured);
        case "multiple":
            return isMultiple(measured, bound);
        default:
            return ORDERS[relation](compare(measured, bound));
    }
}
const MEASURES = {
    value: (value) => (Array.isArray(value) ? value.map(canonical) : value),
    characters: (value) => [...value].length, // Code points, not UTF-16 units.
    number: (value) => value,
    places: (value) => (value.split(".")[1] ?? "").length, // As they are written in a text.
    items: (value) => value.length,
};
const ORDERS = {
    at_least: (order) => order >= 0,
    above: (order) => order > 0,
    at_most: (order) => order <= 0,
    below: (order) => order < 0,
};
function pattern(source) {
    let made = patterns.get(source);
    if (!made)
        patterns.set(source, (made = new RegExp(source, "u")));
    return made;
}
// Returns a text that is the same for two values that are equal as JSON.
function canonical(value) {
    if (typeof value === "number" || typeof value === "bigint")
        return plain(value);
    if (Array.isArray(value))
        return `[${value.map(canonical).join()}]`;
    if (!isObject(value))
        return JSON.stringify(value);
    const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`);
    return `{${members.sort().join()}}`;
}
