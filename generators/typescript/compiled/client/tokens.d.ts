/** Tokens that the service gave for the id and the secret of a client (RFC 6749, section 4.4). */
import { type Document } from "./reading.js";
import type { Received } from "./receiving.js";
import type { Credential } from "./service.js";
/** The token of each credential, which nothing shows, and who requests one: one call after the other. */
export declare class Tokens {
    #private;
    /** Returns what some work returns, which begins when that of others has ended. Throws if a signal aborts it. */
    inTurn<Found>(work: () => Promise<Found>, signal: AbortSignal): Promise<Found>;
    /** Returns the token; an empty text if there is none, or it ends soon. */
    text({ name }: Credential): string;
    /** Returns the token that an answer gives, and keeps it; an empty text if it gives none. */
    keep({ name }: Credential, answer: Received, askedAt: number): string;
    /** Uses a token no more. */
    reject(credential: Credential, text: string): void;
}
/** Returns what throws as soon as a signal aborts. */
export declare function aborted(signal: AbortSignal): Promise<never>;
/** Returns the member for which an answer gives no token; an empty text if it gives one. */
export declare function lacking({ access_token: text, token_type: type, expires_in: seconds }: Document): string;
