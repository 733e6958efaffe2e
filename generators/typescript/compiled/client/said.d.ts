/** Reads what the body of an error says, in whatever form a service has for errors. */
/** A member of the body of an error: the word for what it says, and the members inside, of each item of a list. */
export interface Part {
    readonly name: string;
    readonly word?: string;
    readonly parts?: readonly Part[];
}
/** What an error says, by the words of the catalogue. */
export type Said = Readonly<Record<string, unknown>>;
/** Returns what the body of an error says. */
export declare function saidIn(parts: readonly Part[], document: unknown): Said;
