/** Returns the known name that is nearest to a word, or null; a name that says the opposite is never near. */
export declare function nearName(word: string, known: readonly string[]): string | null;
