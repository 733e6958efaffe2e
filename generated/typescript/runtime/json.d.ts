export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
    readonly [name: string]: Json;
}
/** A part of a text, in UTF-16 units. */
export interface Span {
    readonly offset: number;
    readonly length: number;
}
/** Why a body cannot be read: the message for people, and the place in the text. */
export declare class Unreadable extends Error {
    readonly offset: number;
    readonly length: number;
    constructor(message: string, offset: number, length: number);
}
/** What a violation is about: a value, the name of a member, or a member that is missing. */
export type About = "missing" | "name" | "value";
/**
 * Returns the JSON object of a body. A whole number that no double keeps is a bigint. Throws Unreadable.
 *
 * `deepest` is how many levels it may nest.
 */
export declare function readObject(body: string | Uint8Array, deepest: number): JsonObject;
/** Returns where something is in a text that `readObject` reads. */
export declare function locate(text: string, deepest: number, path: readonly string[], about: About): Span;
export declare function isObject(value: unknown): value is JsonObject;
