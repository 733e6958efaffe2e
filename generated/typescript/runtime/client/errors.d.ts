/**
 * What is thrown instead of an answer.
 *
 * Messages hold no value of a request or record. What could hold one is not enumerable, so no log of an error shows it.
 */
import type { Document } from "./reading.js";
/** A member that was rejected; a pointer, path or code that is not there or does not have its form is empty. */
export interface ReportedViolation {
    /** JSON Pointer in a URI fragment (RFC 6901). */
    readonly pointer: string;
    /** Where it is, with dots, such as `lines[0].amount`. */
    readonly path: string;
    readonly code: string;
    /** In words for people. */
    readonly detail: string;
    /** Members of which one combination is needed. */
    readonly acceptedCombinations: readonly (readonly string[])[];
}
/** What every error of a call knows. */
export interface Circumstances {
    readonly operation: string;
    readonly outcomeUnknown?: boolean;
    readonly idempotencyKey?: string | undefined;
    readonly cause?: unknown;
}
/** An operation has no record to return. */
export declare class ClientError extends Error {
    readonly name: string;
    /** The operation's identifier. */
    readonly operation: string;
    /** The key that the request carried. Repeat the same request with it, and nothing is done twice. */
    readonly idempotencyKey: string | undefined;
    /** True if what was asked for may have been done, or may still be done: repeat with the key, or look for the record. */
    readonly outcomeUnknown: boolean;
    constructor(message: string, { operation, outcomeUnknown, idempotencyKey, cause }: Circumstances);
}
/** What an ApiError knows of the answer. */
export interface ProblemAnswer<Problem> extends Circumstances {
    readonly status: number;
    readonly slug: string;
    readonly title: string;
    readonly detail: string;
    readonly violations: readonly ReportedViolation[];
    readonly existingId: string;
    readonly requestId: string;
    readonly retryAfter: number | undefined;
    readonly problem: Problem;
}
/**
 * The service answered a problem.
 *
 * Texts hold one line each, without control characters; only `problem` holds what the service wrote, as it wrote it.
 */
export declare class ApiError<Problem = Document> extends ClientError {
    #private;
    readonly name: string;
    /** HTTP status. */
    readonly status: number;
    /** The kind of problem; newer versions may bring new ones. */
    readonly slug: string;
    /** Identifier of the request, for questions to the service. */
    readonly requestId: string;
    /** Seconds to wait before the request is repeated, if the service says so. */
    readonly retryAfter: number | undefined;
    constructor(message: string, answer: ProblemAnswer<Problem>);
    /** The kind of problem in words. */
    get title(): string;
    /** What is particular to this answer, in words for people; may be empty. */
    get detail(): string;
    /** The members that were rejected, at most 100. */
    get violations(): readonly ReportedViolation[];
    /** Identifier of the record that has the reference already; may be empty. */
    get existingId(): string;
    /** The problem as it was answered. */
    get problem(): Problem;
}
/** A record did not enter any of the awaited states in time. */
export declare class StillWaitingError<Awaited = Document> extends ClientError {
    #private;
    readonly name: string;
    constructor(message: string, operation: string, record: Awaited);
    /** The record as it was read last. */
    get record(): Awaited;
}
/**
 * No whole answer arrived before the deadline, or the call was aborted; `cause` has the name, code and message of what
 * `fetch` threw.
 *
 * If `outcomeUnknown` is false, the service cannot have seen the request, or was not asked to change anything.
 */
export declare class NetworkError extends ClientError {
    readonly name: string;
}
/** The answer is not what this version of the interface says. */
export declare class AnswerError extends ClientError {
    #private;
    readonly name: string;
    /** HTTP status; 0 where the runtime hides that of a redirect. */
    readonly status: number;
    /** Identifier of the request, if the answer has one. */
    readonly requestId: string;
    constructor(message: string, answer: Circumstances & {
        status: number;
        requestId?: string;
        body?: Uint8Array;
    });
    /** The answer's bytes, as far as they were read. They may hold sensitive values: keep them out of logs. */
    get body(): Uint8Array;
}
