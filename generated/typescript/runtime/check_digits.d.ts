/** What tells, by the name of an algorithm, whether the check digits of a text are right. */
export declare const ALGORITHMS: Readonly<Record<string, (text: string) => boolean>>;
