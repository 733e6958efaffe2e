/** Texts of the service, made safe to print and to log: one line each, and not long. */
/** Returns a text on one line, control characters escaped; empty if it is no text. */
export declare function plain(text: unknown, most?: number): string;
/** Returns a JSON Pointer in a URI fragment (RFC 6901); empty if it is none. */
export declare function pointerOrNothing(text: unknown): string;
/** Returns a dotted path, such as `lines[0].amount`; empty if it is none. */
export declare function pathOrNothing(text: unknown): string;
/** Returns the code of a rejected member; empty if it does not have the form of a code. */
export declare function codeOrNothing(text: unknown): string;
