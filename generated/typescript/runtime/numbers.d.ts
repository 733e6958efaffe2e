/** A number of a body, one that no double keeps as a bigint; or the text of a number. */
export type Numeric = number | bigint | string;
/** Returns whether a double keeps a number that is written with a fraction or an exponent. */
export declare function isKept(text: string): boolean;
/** Returns less than 0, 0 or more than 0, as the first number is below, equal to or above the second. */
export declare function compare(one: Numeric, other: Numeric): number;
/** Returns whether the first number is a multiple of the second. */
export declare function isMultiple(one: Numeric, step: Numeric): boolean;
/** Returns a text that is the same for all ways to write a number. */
export declare function plain(number: Numeric): string;
