/** Reads JSON of the service: what `JSON.parse` would change silently is kept, or is an error. */
import { isKept } from "../numbers.js";
const DEEPEST = 64;
const SPACE = /[ \t\n\r]*/y;
const TEXT = /"[^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
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
    let text;
    try {
        text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    }
    catch {
        throw new ReadingError("it is not UTF-8");
    }
    const value = new Reader(text).whole();
    if (!isDocument(value))
        throw new ReadingError("it is not a JSON object");
    return value;
}
/** Returns whether a value is a JSON object. */
export function isDocument(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
class Reader {
    #text;
    #at = 0;
    constructor(text) {
        this.#text = text;
    }
    whole() {
        const value = this.#value(0);
        this.#take(SPACE);
        if (this.#at < this.#text.length)
            throw new ReadingError("it is not JSON");
        return value;
    }
    #value(depth) {
        this.#take(SPACE);
        switch (this.#text[this.#at]) {
            case "{":
                return this.#object(depth + 1);
            case "[":
                return this.#list(depth + 1);
            case '"':
                return this.#string();
            case "t":
            case "f":
            case "n":
                return JSON.parse(this.#token(WORD));
            default:
                return numberOf(this.#token(NUMBER));
        }
    }
    #object(depth) {
        const found = {};
        this.#items("}", depth, () => {
            this.#take(SPACE);
            const name = this.#string();
            if (!this.#skips(":"))
                throw new ReadingError("it is not JSON");
            if (Object.hasOwn(found, name))
                throw new ReadingError("a member name occurs twice in one object");
            // An assignment to __proto__ would change the prototype.
            const kept = { value: this.#value(depth), writable: true, enumerable: true, configurable: true };
            Object.defineProperty(found, name, kept);
        });
        return found;
    }
    #list(depth) {
        const found = [];
        this.#items("]", depth, () => found.push(this.#value(depth)));
        return found;
    }
    #items(end, depth, read) {
        if (depth > DEEPEST)
            throw new ReadingError(`it nests deeper than ${DEEPEST} levels`);
        this.#at += 1;
        if (this.#skips(end))
            return;
        do
            read();
        while (this.#skips(","));
        if (!this.#skips(end))
            throw new ReadingError("it is not JSON");
    }
    #string() {
        const token = this.#token(TEXT);
        try {
            return JSON.parse(token);
        }
        catch {
            throw new ReadingError("it is not JSON");
        }
    }
    #skips(sign) {
        this.#take(SPACE);
        if (this.#text[this.#at] !== sign)
            return false;
        this.#at += 1;
        return true;
    }
    #token(pattern) {
        const token = this.#take(pattern);
        if (!token)
            throw new ReadingError("it is not JSON");
        return token;
    }
    #take(pattern) {
        pattern.lastIndex = this.#at;
        const token = pattern.exec(this.#text)?.[0] ?? "";
        this.#at += token.length;
        return token;
    }
}
function numberOf(token) {
    return isKept(token) ? Number(token) : token;
}
