/** Reads JSON of the service: what `JSON.parse` would change silently is kept, or is an error. */

import { isKept } from "../numbers.js";

const DEEPEST = 64;
const SPACE = /[ \t\n\r]*/y;
const TEXT = /"[^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;

/** A JSON object, as it was sent. */
export type Document = Record<string, unknown>;

/** The bytes are not one JSON object; the message holds none of their values. */
export class ReadingError extends Error {
  override readonly name: string = "ReadingError";
}

/**
 * Returns the JSON object that UTF-8 bytes hold. Throws a ReadingError.
 *
 * A number that no double is equal to is its text: `JSON.parse` would round it.
 */
export function readDocument(bytes: Uint8Array): Document {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ReadingError("it is not UTF-8");
  }
  const value = new Reader(text).whole();
  if (!isDocument(value)) throw new ReadingError("it is not a JSON object");
  return value;
}

/** Returns whether a value is a JSON object. */
export function isDocument(value: unknown): value is Document {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): unknown {
    const value = this.#value(0);
    this.#take(SPACE);
    if (this.#at < this.#text.length) throw new ReadingError("it is not JSON");
    return value;
  }

  #value(depth: number): unknown {
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
        return JSON.parse(this.#token(WORD)) as unknown;
      default:
        return numberOf(this.#token(NUMBER));
    }
  }

  #object(depth: number): Document {
    const found: Document = {};
    this.#items("}", depth, () => {
      this.#take(SPACE);
      const name = this.#string();
      if (!this.#skips(":")) throw new ReadingError("it is not JSON");
      if (Object.hasOwn(found, name)) throw new ReadingError("a member name occurs twice in one object");
      // An assignment to __proto__ would change the prototype.
      const kept = { value: this.#value(depth), writable: true, enumerable: true, configurable: true };
      Object.defineProperty(found, name, kept);
    });
    return found;
  }

  #list(depth: number): unknown[] {
    const found: unknown[] = [];
    this.#items("]", depth, () => found.push(this.#value(depth)));
    return found;
  }

  #items(end: string, depth: number, read: () => void): void {
    if (depth > DEEPEST) throw new ReadingError(`it nests deeper than ${DEEPEST} levels`);
    this.#at += 1;
    if (this.#skips(end)) return;
    do read();
    while (this.#skips(","));
    if (!this.#skips(end)) throw new ReadingError("it is not JSON");
  }

  #string(): string {
    const token = this.#token(TEXT);
    try {
      return JSON.parse(token) as string;
    } catch {
      throw new ReadingError("it is not JSON");
    }
  }

  #skips(sign: string): boolean {
    this.#take(SPACE);
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #token(pattern: RegExp): string {
    const token = this.#take(pattern);
    if (!token) throw new ReadingError("it is not JSON");
    return token;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += token.length;
    return token;
  }
}

function numberOf(token: string): number | string {
  return isKept(token) ? Number(token) : token;
}
