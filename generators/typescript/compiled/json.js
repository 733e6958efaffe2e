// The text of a body in, the value of its JSON object out; whatever readers could take in two ways is rejected. The rules
// are those of `body.py` in the generated Python package.
import { isKept } from "./numbers.js";
/** Why a body cannot be read: the message for people, and the place in the text. */
export class Unreadable extends Error {
    offset;
    length;
    constructor(message, offset, length) {
        super(message);
        this.offset = offset;
        this.length = length;
    }
}
const BLANK = /[ \t\n\r]*/y;
const TEXT = /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORDS = [["true", true], ["false", false], ["null", null]];
const SURROGATE = /\p{Surrogate}/u;
const LONGEST_WHOLE = 4300; // What the generated Python package reads; a longer one is no number for it.
const SAFE_DIGITS = 15;
/**
 * Returns the JSON object of a body. A whole number that no double keeps is a bigint. Throws Unreadable.
 *
 * `deepest` is how many levels it may nest.
 */
export function readObject(body, deepest) {
    const text = typeof body === "string" ? body : decoded(body);
    const lone = typeof body === "string" ? text.search(SURROGATE) : -1;
    if (lone >= 0)
        throw new Unreadable("the body is not UTF-8 text: a surrogate is alone", lone, 1);
    const { value, span } = new Reader(text, deepest).whole();
    if (!isObject(value))
        throw new Unreadable("the body is not a JSON object", span.offset, span.length);
    return value;
}
/** Returns where something is in a text that `readObject` reads. */
export function locate(text, deepest, path, about) {
    const places = new Map();
    let { value, span } = new Reader(text, deepest, places).whole();
    const steps = about === "missing" ? path.slice(0, -1) : path;
    for (const [index, step] of steps.entries()) {
        const place = places.get(value)?.get(step);
        if (!place)
            break;
        span = about === "name" && index === steps.length - 1 ? place.name : place.value;
        value = value[step];
    }
    return about === "missing" ? { offset: span.offset, length: 1 } : span;
}
export function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
function decoded(body) {
    try {
        // A byte order mark is no part of JSON, so it stays and is rejected.
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    }
    catch {
        throw new Unreadable("the body is not UTF-8 text", 0, 0);
    }
}
class Reader {
    text;
    deepest;
    places;
    #at = 0;
    #depth = 0;
    constructor(text, deepest, places) {
        this.text = text;
        this.deepest = deepest;
        this.places = places;
    }
    whole() {
        this.#blank();
        const offset = this.#at;
        const value = this.#value();
        const span = this.#since(offset);
        this.#blank();
        if (this.#at < this.text.length)
            throw this.#unexpected("its end is expected");
        return { value, span };
    }
    #value() {
        const sign = this.text[this.#at];
        if (sign === '"')
            return this.#string();
        if (sign === "{")
            return this.#nested(this.#object);
        if (sign === "[")
            return this.#nested(this.#array);
        const word = WORDS.find(([written]) => this.text.startsWith(written, this.#at));
        if (!word)
            return this.#number();
        this.#at += word[0].length;
        return word[1];
    }
    #nested(read) {
        this.#depth += 1;
        if (this.#depth > this.deepest)
            throw new Unreadable(`the body nests deeper than ${this.deepest} levels`, this.#at, 1);
        const value = read.call(this);
        this.#depth -= 1;
        return value;
    }
    #object() {
        const members = {};
        const places = this.#placesOf(members);
        this.#list("}", () => {
            const offset = this.#at;
            if (this.text[offset] !== '"')
                throw this.#unexpected("a name in double quotes is expected");
            const name = this.#string();
            const span = this.#since(offset);
            if (Object.hasOwn(members, name)) {
                throw new Unreadable(`the member name ${JSON.stringify(name)} occurs twice in one object`, span.offset, span.length);
            }
            this.#blank();
            if (!this.#skips(":"))
                throw this.#unexpected("a colon is expected");
            this.#blank();
            const start = this.#at;
            add(members, name, this.#value());
            places?.set(name, { name: span, value: this.#since(start) });
        });
        return members;
    }
    #array() {
        const items = [];
        const places = this.#placesOf(items);
        this.#list("]", () => {
            const offset = this.#at;
            items.push(this.#value());
            const span = this.#since(offset);
            places?.set(`${items.length - 1}`, { name: span, value: span });
        });
        return items;
    }
    #list(end, item) {
        this.#at += 1;
        this.#blank();
        if (this.#skips(end))
            return;
        for (;;) {
            item();
            this.#blank();
            if (this.#skips(end))
                return;
            if (!this.#skips(","))
                throw this.#unexpected(`a comma or ${end} is expected`);
            this.#blank();
        }
    }
    #string() {
        const token = this.#token(TEXT)?.[0];
        if (token === undefined)
            throw this.#unexpected("a text has a sign that must be escaped, or no end");
        if (!token.includes("\\"))
            return token.slice(1, -1);
        const value = JSON.parse(token);
        const offset = this.#at - token.length;
        if (SURROGATE.test(value))
            throw new Unreadable("the body is not UTF-8 text: a surrogate is alone", offset, token.length);
        if (value.includes("\0"))
            throw new Unreadable("the body holds the character U+0000", offset, token.length);
        return value;
    }
    #number() {
        const found = this.#token(NUMBER);
        if (!found)
            throw this.#unexpected("a value is expected");
        const [token, fraction, exponent] = found;
        if (token.length <= SAFE_DIGITS && exponent === undefined)
            return Number(token);
        const isWhole = fraction === undefined && exponent === undefined;
        if (isWhole ? token.replace("-", "").length > LONGEST_WHOLE : !isKept(token)) {
            const words = "the body holds a number that JSON readers cannot keep exactly";
            throw new Unreadable(words, this.#at - token.length, token.length);
        }
        return isWhole && !Number.isSafeInteger(Number(token)) ? BigInt(token) : Number(token);
    }
    #blank() {
        BLANK.lastIndex = this.#at;
        BLANK.test(this.text);
        this.#at = BLANK.lastIndex;
    }
    #skips(sign) {
        if (this.text[this.#at] !== sign)
            return false;
        this.#at += 1;
        return true;
    }
    #token(form) {
        form.lastIndex = this.#at;
        const found = form.exec(this.text);
        if (found)
            this.#at = form.lastIndex;
        return found;
    }
    #since(offset) {
        return { offset, length: this.#at - offset };
    }
    #placesOf(container) {
        if (!this.places)
            return undefined;
        const made = new Map();
        this.places.set(container, made);
        return made;
    }
    #unexpected(what) {
        return new Unreadable(`the body is not JSON (${what})`, this.#at, this.#at < this.text.length ? 1 : 0);
    }
}
// An assignment to `__proto__` would set the prototype.
function add(members, name, value) {
    if (name !== "__proto__")
        members[name] = value;
    else
        Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
}
