/** When a call is sent again, and after how long. */
import { type Answers } from "./answers.js";
import { type Deadline } from "./deadline.js";
import { NetworkError } from "./errors.js";
import type { Keyring } from "./keyring.js";
import type { Document } from "./reading.js";
import type { Received } from "./receiving.js";
import { type Call, type Credential } from "./service.js";
/** How often a call is repeated at most, and how many seconds it may wait and last. */
export interface Patience {
    readonly timeout: number;
    readonly retries: number;
    readonly longestPause: number;
    readonly deadline: number;
}
/** Returns the patience of a client. Throws a TypeError for limits that no call keeps. */
export declare function patience(options: Partial<Patience>): Patience;
/** The attempts of one call: when there is another one, and what they come to. */
export declare class Attempts {
    #private;
    readonly credentials: readonly Credential[];
    /** The credential that is a token, if the operation takes one. */
    readonly giver: Credential | undefined;
    token: string;
    /** Whether this attempt got as far as the call itself, not only to the address of tokens. */
    isSent: boolean;
    /** Throws a TypeError if the caller has not the credentials of the operation. */
    constructor(call: Call, patience: Patience, answers: Answers, deadline: Deadline, keyring: Keyring);
    /** Returns the seconds to wait before the next attempt after an answer; undefined if there is none. */
    pauseAfter(answer: Received): number | undefined;
    /** Returns the seconds to wait before the next attempt after an error of `fetch`; undefined if there is none. */
    pauseAfterError(error: unknown): number | undefined;
    /** Returns whether the token was rejected, which is then used no more. */
    renews(answer: Received): boolean;
    /** Returns the record of the last answer. Throws an ApiError or AnswerError. */
    record(answer: Received): Document | undefined;
    /** Throws a NetworkError if the call has ended, so that no further attempt is made. */
    begin(): void;
    /** Returns what the last attempt, which got no answer, is thrown as. */
    failure(error: unknown): NetworkError;
    /** Returns what is thrown where a credential cannot be made: the error itself if nothing is in doubt and time is left. */
    unsent(error: unknown): unknown;
    /** Returns what is thrown where a call ends without an answer, and nothing new was sent. */
    ended(error: unknown): NetworkError;
}
