// The text of a body in, the value of its JSON object out; whatever readers could take in two ways is rejected. The rules
// are those of `body.py` in the generated Python package.

import { isKept } from "./numbers.js";

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
export class Unreadable extends Error {
  constructor(
    message: string,
    readonly offset: number,
    readonly length: number,
  ) {
    super(message);
  }
}

/** What a violation is about: a value, the name of a member, or a member that is missing. */
export type About = "missing" | "name" | "value";

const BLANK = /[ \t\n\r]*/y;
const TEXT = /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORDS = [["true", true], ["false", false], ["null", null]] as const;
const SURROGATE = /\p{Surrogate}/u;
const LONGEST_WHOLE = 4300; // What the generated Python package reads; a longer one is no number for it.
const SAFE_DIGITS = 15;

/**
 * Returns the JSON object of a body. A whole number that no double keeps is a bigint. Throws Unreadable.
 *
 * `deepest` is how many levels it may nest.
 */
export function readObject(body: string | Uint8Array, deepest: number): JsonObject {
  const text = typeof body === "string" ? body : decoded(body);
  const lone = typeof body === "string" ? text.search(SURROGATE) : -1;
  if (lone >= 0) throw new Unreadable("the body is not UTF-8 text: a surrogate is alone", lone, 1);
  const { value, span } = new Reader(text, deepest).whole();
  if (!isObject(value)) throw new Unreadable("the body is not a JSON object", span.offset, span.length);
  return value;
}

/** Returns where something is in a text that `readObject` reads. */
export function locate(text: string, deepest: number, path: readonly string[], about: About): Span {
  const places: Places = new Map();
  let { value, span } = new Reader(text, deepest, places).whole();
  const steps = about === "missing" ? path.slice(0, -1) : path;
  for (const [index, step] of steps.entries()) {
    const place = places.get(value as object)?.get(step);
    if (!place) break;
    span = about === "name" && index === steps.length - 1 ? place.name : place.value;
    value = (value as JsonObject)[step] as Json;
  }
  return about === "missing" ? { offset: span.offset, length: 1 } : span;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decoded(body: Uint8Array): string {
  try {
    // A byte order mark is no part of JSON, so it stays and is rejected.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new Unreadable("the body is not UTF-8 text", 0, 0);
  }
}

/** The places of what an object or an array holds, by name or index. */
type Places = Map<object, Map<string, { name: Span; value: Span }>>;

class Reader {
  #at = 0;
  #depth = 0;

  constructor(
    private readonly text: string,
    private readonly deepest: number,
    private readonly places?: Places,
  ) {}

  whole(): { value: Json; span: Span } {
    this.#blank();
    const offset = this.#at;
    const value = this.#value();
    const span = this.#since(offset);
    this.#blank();
    if (this.#at < this.text.length) throw this.#unexpected("its end is expected");
    return { value, span };
  }

  #value(): Json {
    const sign = this.text[this.#at];
    if (sign === '"') return this.#string();
    if (sign === "{") return this.#nested(this.#object);
    if (sign === "[") return this.#nested(this.#array);
    const word = WORDS.find(([written]) => this.text.startsWith(written, this.#at));
    if (!word) return this.#number();
    this.#at += word[0].length;
    return word[1];
  }

  #nested<T>(read: (this: Reader) => T): T {
    this.#depth += 1;
    if (this.#depth > this.deepest) throw new Unreadable(`the body nests deeper than ${this.deepest} levels`, this.#at, 1);
    const value = read.call(this);
    this.#depth -= 1;
    return value;
  }

  #object(): JsonObject {
    const members: Record<string, Json> = {};
    const places = this.#placesOf(members);
    this.#list("}", () => {
      const offset = this.#at;
      if (this.text[offset] !== '"') throw this.#unexpected("a name in double quotes is expected");
      const name = this.#string();
      const span = this.#since(offset);
      if (Object.hasOwn(members, name)) {
        throw new Unreadable(`the member name ${JSON.stringify(name)} occurs twice in one object`, span.offset, span.length);
      }
      this.#blank();
      if (!this.#skips(":")) throw this.#unexpected("a colon is expected");
      this.#blank();
      const start = this.#at;
      add(members, name, this.#value());
      places?.set(name, { name: span, value: this.#since(start) });
    });
    return members;
  }

  #array(): readonly Json[] {
    const items: Json[] = [];
    const places = this.#placesOf(items);
    this.#list("]", () => {
      const offset = this.#at;
      items.push(this.#value());
      const span = this.#since(offset);
      places?.set(`${items.length - 1}`, { name: span, value: span });
    });
    return items;
  }

  #list(end: string, item: () => void): void {
    this.#at += 1;
    this.#blank();
    if (this.#skips(end)) return;
    for (;;) {
      item();
      this.#blank();
      if (this.#skips(end)) return;
      if (!this.#skips(",")) throw this.#unexpected(`a comma or ${end} is expected`);
      this.#blank();
    }
  }

  #string(): string {
    const token = this.#token(TEXT)?.[0];
    if (token === undefined) throw this.#unexpected("a text has a sign that must be escaped, or no end");
    if (!token.includes("\\")) return token.slice(1, -1);
    const value = JSON.parse(token) as string;
    const offset = this.#at - token.length;
    if (SURROGATE.test(value)) throw new Unreadable("the body is not UTF-8 text: a surrogate is alone", offset, token.length);
    if (value.includes("\0")) throw new Unreadable("the body holds the character U+0000", offset, token.length);
    return value;
  }

  #number(): number | bigint {
    const found = this.#token(NUMBER);
    if (!found) throw this.#unexpected("a value is expected");
    const [token, fraction, exponent] = found;
    if (token.length <= SAFE_DIGITS && exponent === undefined) return Number(token);
    const isWhole = fraction === undefined && exponent === undefined;
    if (isWhole ? token.replace("-", "").length > LONGEST_WHOLE : !isKept(token)) {
      const words = "the body holds a number that JSON readers cannot keep exactly";
      throw new Unreadable(words, this.#at - token.length, token.length);
    }
    return isWhole && !Number.isSafeInteger(Number(token)) ? BigInt(token) : Number(token);
  }

  #blank(): void {
    BLANK.lastIndex = this.#at;
    BLANK.test(this.text);
    this.#at = BLANK.lastIndex;
  }

  #skips(sign: string): boolean {
    if (this.text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #token(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at;
    const found = form.exec(this.text);
    if (found) this.#at = form.lastIndex;
    return found;
  }

  #since(offset: number): Span {
    return { offset, length: this.#at - offset };
  }

  #placesOf(container: object): Map<string, { name: Span; value: Span }> | undefined {
    if (!this.places) return undefined;
    const made = new Map<string, { name: Span; value: Span }>();
    this.places.set(container, made);
    return made;
  }

  #unexpected(what: string): Unreadable {
    return new Unreadable(`the body is not JSON (${what})`, this.#at, this.#at < this.text.length ? 1 : 0);
  }
}

// An assignment to `__proto__` would set the prototype.
function add(members: Record<string, Json>, name: string, value: Json): void {
  if (name !== "__proto__") members[name] = value;
  else Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
}
