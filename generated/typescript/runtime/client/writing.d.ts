/** Writes the JSON of a request: what `JSON.stringify` changes or leaves out silently would be another request. */
/**
 * Returns the JSON of a value; members that are undefined are left out. A bigint is its digits: `parse` reads a whole
 * number beyond the doubles as one.
 *
 * Throws a TypeError, which names the place, for what is no JSON, such as NaN, a Map, or an object within itself.
 */
export declare function written(value: unknown, path?: readonly string[]): string;
