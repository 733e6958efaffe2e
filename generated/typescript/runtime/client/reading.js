/** Reads JSON of the service: what `JSON.parse` would change silently is kept, or is an error. */
import { isObject, readJson, Unreadable } from "../json.js";
import { isKept } from "../numbers.js";
const OF_RECORDS = {
    subject: "it",
    deepest: 64,
    number: (token) => (isKept(token) ? Number(token) : token),
    stringFault: () => "",
};
/** The bytes are not one JSON object; the message holds none of their values. */
export class ReadingError extends Error {
    name = "ReadingError";
}
/**
 * Returns the JSON object that UTF-8 bytes hold. Throws a ReadingError.
 *
 * A number that no double is equal to is its text: `JSON.parse` would round it.
 */
export function readDocument(bytes) {
    try {
        return readJson(bytes, OF_RECORDS);
    }
    catch (error) {
        if (!(error instanceof Unreadable))
            throw error;
        throw new ReadingError(error.message);
    }
}
/** Returns whether a value is a JSON object. */
export function isDocument(value) {
    return isObject(value);
}
