export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
    readonly [name: string]: Json;
}
/** A part of a text, in UTF-16 units. */
export interface Span {
    readonly offset: number;
    readonly length: number;
}
/** What a reader takes, within the grammar of JSON. */
export interface Rules {
    /** What messages call the text. */
    readonly subject: string;
    /** How many levels it may nest. */
    readonly deepest: number;
    /** Returns the value of a number; undefined if it is not read. */
    readonly number: (token: string, isWhole: boolean) => Json | undefined;
    /** Returns what is wrong with a text that has a string; empty if nothing is. */
    readonly stringFault: (value: string) => string;
}
/** Why a text cannot be read: the message for people, with line and column, and the place in the text. */
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
/** Returns the JSON object of a text. Throws Unreadable. */
export declare function readJson(content: string | Uint8Array, rules: Rules): JsonObject;
/** Returns where something is in a text that `readObject` reads. */
export declare function locate(text: string, deepest: number, path: readonly string[], about: About): Span;
export declare function isObject(value: unknown): value is JsonObject;
/** Returns whether an object has a member. One in memory may have one that is undefined, which JSON does not send. */
export declare function isSent(value: JsonObject, name: string): boolean;
