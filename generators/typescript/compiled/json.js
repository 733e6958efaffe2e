// The text of a body in, the value of its JSON object out; whatever readers could take in two ways is rejected. The rules
// are those of `body.py` in the generated Python package, and the words those of `json_text.py`: they repeat nothing of
// the text.
import { isKept } from "./numbers.js";
/** Why a text cannot be read: the message for people, with line and column, and the place in the text. */
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
const IN_QUOTES = /[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORDS = [["true", true], ["false", false], ["null", null]];
const SURROGATE = /\p{Surrogate}/u;
const LONGEST_WHOLE = 4300; // What the generated Python package reads; a longer one is no number for it.
const SAFE_DIGITS = 15;
const OF_BODIES = {
    subject: "the body",
    number: (token, isWhole) => {
        if (isWhole ? token.replace("-", "").length > LONGEST_WHOLE : !isKept(token))
            return undefined;
        return isWhole && !Number.isSafeInteger(Number(token)) ? BigInt(token) : Number(token);
    },
    stringFault: (value) => {
        if (SURROGATE.test(value))
            return "the body is not UTF-8 text: a surrogate is alone";
        return value.includes("\0") ? "the body holds the character U+0000" : "";
    },
};
/**
 * Returns the JSON object of a body. A whole number that no double keeps is a bigint. Throws Unreadable.
 *
 * `deepest` is how many levels it may nest.
 */
export function readObject(body, deepest) {
    return readJson(body, { ...OF_BODIES, deepest });
}
/** Returns the JSON object of a text. Throws Unreadable. */
export function readJson(content, rules) {
    const text = typeof content === "string" ? content : decoded(content, rules.subject);
    const lone = typeof content === "string" ? text.search(SURROGATE) : -1;
    if (lone >= 0)
        throw placed(`${rules.subject} is not UTF-8 text`, text, lone, 1);
    const { value, span } = new Reader(text, rules).whole();
    if (!isObject(value))
        throw new Unreadable(`${rules.subject} is not a JSON object`, span.offset, span.length);
    return value;
}
/** Returns where something is in a text that `readObject` reads. */
export function locate(text, deepest, path, about) {
    const places = new Map();
    let { value, span } = new Reader(text, { ...OF_BODIES, deepest }, places).whole();
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
function decoded(content, subject) {
    const [first, second] = content.length > 1 ? content : [];
    if (first === 0 || second === 0 || (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
        throw placed(`${subject} is not UTF-8 text: it looks like UTF-16 or UTF-32`, "", 0, 0);
    }
    const text = beginning(content, false);
    if (text !== undefined)
        return text;
    // The longest beginning that is UTF-8, of which the last character may be incomplete.
    let [length, tooLong] = [0, content.length + 1];
    while (tooLong - length > 1) {
        const middle = (length + tooLong) >> 1;
        if (beginning(content.subarray(0, middle), true) === undefined)
            tooLong = middle;
        else
            length = middle;
    }
    const before = beginning(content.subarray(0, length), true) ?? "";
    throw placed(`${subject} is not UTF-8 text`, before, before.length, 0);
}
/** Returns the text of bytes, without a last character that is cut if more may follow; undefined if they are not UTF-8. */
function beginning(bytes, stream) {
    try {
        // A byte order mark is no part of JSON, so it stays and is rejected.
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream });
    }
    catch {
        return undefined;
    }
}
function placed(words, text, offset, length) {
    const before = text.slice(0, offset).split("\n");
    const column = [...(before[before.length - 1] ?? "")].length + 1;
    return new Unreadable(`${words} (line ${before.length}, column ${column})`, offset, length);
}
class Reader {
    text;
    rules;
    places;
    #at = 0;
    #depth = 0;
    constructor(text, rules, places) {
        this.text = text;
        this.rules = rules;
        this.places = places;
    }
    whole() {
        if (this.text.startsWith("\ufeff"))
            throw this.#unexpected("it starts with a byte order mark");
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
        const { subject, deepest } = this.rules;
        if (this.#depth > deepest)
            throw placed(`${subject} nests deeper than ${deepest} levels`, this.text, this.#at, 1);
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
                throw placed("a member name occurs twice in one object", this.text, span.offset, span.length);
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
        const offset = this.#at;
        this.#at += 1;
        this.#token(IN_QUOTES);
        const ending = this.text[this.#at];
        if (ending === undefined)
            throw this.#unexpected("a closing quote is expected");
        if (ending === "\\")
            throw this.#unexpected("the escape after the backslash is unknown");
        if (ending !== '"')
            throw this.#unexpected("a line break or other control character must be escaped");
        this.#at += 1;
        const token = this.text.slice(offset, this.#at);
        if (!token.includes("\\"))
            return token.slice(1, -1);
        const value = JSON.parse(token);
        const fault = this.rules.stringFault(value);
        if (fault)
            throw placed(fault, this.text, offset, token.length);
        return value;
    }
    #number() {
        const found = this.#token(NUMBER);
        if (!found)
            throw this.#unexpected("a value is expected");
        const [token, fraction, exponent] = found;
        if (token.length <= SAFE_DIGITS && exponent === undefined)
            return Number(token);
        const value = this.rules.number(token, fraction === undefined && exponent === undefined);
        if (value !== undefined)
            return value;
        const words = `${this.rules.subject} holds a number that JSON readers cannot keep exactly`;
        throw placed(words, this.text, this.#at - token.length, token.length);
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
        const length = this.#at < this.text.length ? 1 : 0;
        return placed(`${this.rules.subject} is not JSON: ${what}`, this.text, this.#at, length);
    }
}
// An assignment to `__proto__` would set the prototype.
function add(members, name, value) {
    if (name !== "__proto__")
        members[name] = value;
    else
        Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
}
/** Returns whether an object has a member. One in memory may have one that is undefined, which JSON does not send. */
export function isSent(value, name) {
    return Object.hasOwn(value, name) && value[name] !== undefined;
}
