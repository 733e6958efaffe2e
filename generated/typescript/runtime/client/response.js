/** The HTTP response that a record came with. */
const KEPT = new WeakMap();
/** Returns the response that a record of the client came with. Throws a TypeError for any other object. */
export function responseOf(record) {
    const found = KEPT.get(record);
    if (!found)
        throw new TypeError("the record did not come with a response of its own");
    return found;
}
/** Keeps the response beside its record. */
export function keepResponse(record, response) {
    KEPT.set(record, response);
}
