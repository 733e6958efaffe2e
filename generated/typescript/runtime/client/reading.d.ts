/** Reads JSON of the service: what `JSON.parse` would change silently is kept, or is an error. */
/** A JSON object, as it was sent. */
export type Document = Record<string, unknown>;
/** The bytes are not one JSON object; the message holds none of their values. */
export declare class ReadingError extends Error {
    readonly name: string;
}
/**
 * Returns the JSON object that UTF-8 bytes hold. Throws a ReadingError.
 *
 * A number that no double is equal to is its text: `JSON.parse` would round it.
 */
export declare function readDocument(bytes: Uint8Array): Document;
/** Returns whether a value is a JSON object. */
export declare function isDocument(value: unknown): value is Document;
