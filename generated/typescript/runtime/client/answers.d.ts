/** Reads the record of a call from an HTTP answer, or makes the error that explains why there is none. */
import { AnswerError } from "./errors.js";
import { type Document } from "./reading.js";
import type { Received } from "./receiving.js";
import { type Call, type Operation, type Service } from "./service.js";
/** Reads the answers of a service. */
export declare class Answers {
    #private;
    constructor(service: Service);
    /**
     * Returns the record that an answer holds; undefined if it has no content. Throws an ApiError or AnswerError.
     *
     * `doubt` is true if an earlier attempt may have been carried out.
     */
    recordOf(call: Call, answer: Received, doubt: boolean): Document | undefined;
    /** Returns the error of an answer of the address of tokens, which gives none. */
    noToken(call: Call, answer: Received, doubt: boolean, path: string): AnswerError;
    /** Returns whether an answer is a problem that says when to repeat the request. */
    asksToWait(answer: Received): boolean;
    /** Returns whether an earlier request with the key of a call is not done. */
    stillRuns(call: Call, answer: Received): boolean;
    /** Returns whether the call may have been carried out, or may still be. */
    inDoubt(call: Call, answer: Received): boolean;
}
/** Returns where the next page begins; `seen` has the cursors of all pages. Throws an AnswerError where none can begin. */
export declare function anotherPage(operation: Operation, seen: Set<string | undefined>, found: string): string;
/**
 * Returns the seconds to wait before the request is repeated, if the answer says so; at most a billion.
 *
 * Proxies may name a moment instead of seconds.
 */
export declare function retryAfter(answer: Received): number | undefined;
