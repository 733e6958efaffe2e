/** Writes the JSON of a request: what `JSON.stringify` changes or leaves out silently would be another request. */
import { pointer } from "../pointers.js";
import { plain } from "./texts.js";
const DEEPEST = 500;
/**
 * Returns the JSON of a value; members that are undefined are left out. A bigint is its digits: `parse` reads a whole
 * number beyond the doubles as one.
 *
 * Throws a TypeError, which names the place, for what is no JSON, such as NaN, a Map, or an object within itself.
 */
export function written(value, path = []) {
    if (path.length > DEEPEST)
        throw new TypeError(`it nests deeper than ${DEEPEST} levels, or holds itself`);
    if (typeof value === "bigint")
        return String(value);
    const json = converted(value);
    if (json === null || typeof json === "string" || typeof json === "boolean" || Number.isFinite(json)) {
        return JSON.stringify(json);
    }
    if (Array.isArray(json))
        return `[${Array.from(json, (item, index) => written(item, [...path, `${index}`])).join()}]`;
    // An object of another realm has another prototype; boxed numbers, maps and bytes have another tag.
    if (Object.prototype.toString.call(json) !== "[object Object]") {
        throw new TypeError(`${pointer(path.map((name) => plain(name)))} is no JSON value`);
    }
    const members = Object.entries(json).filter(([, inner]) => inner !== undefined);
    return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${written(inner, [...path, name])}`).join()}}`;
}
/** Returns what an object such as a Date says it is in JSON. A date that is none says null, and is not. */
function converted(value) {
    const { toJSON } = (value ?? {});
    return typeof toJSON === "function" ? (toJSON.call(value) ?? undefined) : value;
}
