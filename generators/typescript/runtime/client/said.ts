/** Reads what the body of an error says, in whatever form a service has for errors. */

import { isDocument } from "./reading.js";

/** A member of the body of an error: the word for what it says, and the members inside, of each item of a list. */
export interface Part {
  readonly name: string;
  readonly word?: string;
  readonly parts?: readonly Part[];
}

/** What an error says, by the words of the catalogue. */
export type Said = Readonly<Record<string, unknown>>;

/** Returns what the body of an error says. */
export function saidIn(parts: readonly Part[], document: unknown): Said {
  const members = isDocument(document) ? document : {};
  let said: Said = {};
  for (const { name, word, parts: inner } of parts) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (inner && word) {
      const items: readonly unknown[] = Array.isArray(value) ? value : [];
      said = { [word]: items.map((item) => saidIn(inner, item)), ...said };
    } else if (inner) said = { ...saidIn(inner, value), ...said };
    else if (word && value !== undefined && value !== null) said = { [word]: value, ...said };
  }
  return said;
}
