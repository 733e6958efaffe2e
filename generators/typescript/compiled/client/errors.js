/**
 * What is thrown instead of an answer.
 *
 * Messages hold no value of a request or record. What could hold one is not enumerable, so no log of an error shows it.
 */
/** An operation has no record to return. */
export class ClientError extends Error {
    name = "ClientError";
    /** The operation's identifier. */
    operation;
    /** The key that the request carried. Repeat the same request with it, and nothing is done twice. */
    idempotencyKey;
    /** True if what was asked for may have been done, or may still be done: repeat with the key, or look for the record. */
    outcomeUnknown;
    constructor(message, { operation, outcomeUnknown = false, idempotencyKey, cause }) {
        let text = `${operation}: ${message}`;
        if (outcomeUnknown && idempotencyKey !== undefined) {
            text += `; the outcome is unknown, so repeat the same request with idempotencyKey: ${JSON.stringify(idempotencyKey)}`;
        }
        else if (outcomeUnknown) {
            text += "; the outcome is unknown, so look for the record before repeating";
        }
        super(text, cause === undefined ? undefined : { cause });
        this.operation = operation;
        this.outcomeUnknown = outcomeUnknown;
        this.idempotencyKey = idempotencyKey;
    }
}
/**
 * The service answered a problem.
 *
 * Texts hold one line each, without control characters; only `problem` holds what the service wrote, as it wrote it.
 */
export class ApiError extends ClientError {
    name = "ApiError";
    /** HTTP status. */
    status;
    /** The kind of problem; newer versions may bring new ones. */
    slug;
    /** Identifier of the request, for questions to the service. */
    requestId;
    /** Seconds to wait before the request is repeated, if the service says so. */
    retryAfter;
    #answer;
    constructor(message, answer) {
        super(message, answer);
        this.status = answer.status;
        this.slug = answer.slug;
        this.requestId = answer.requestId;
        this.retryAfter = answer.retryAfter;
        this.#answer = answer;
    }
    /** The kind of problem in words. */
    get title() {
        return this.#answer.title;
    }
    /** What is particular to this answer, in words for people; may be empty. */
    get detail() {
        return this.#answer.detail;
    }
    /** The members that were rejected, at most 100. */
    get violations() {
        return this.#answer.violations;
    }
    /** Identifier of the record that has the reference already; may be empty. */
    get existingId() {
        return this.#answer.existingId;
    }
    /** The problem as it was answered. */
    get problem() {
        return this.#answer.problem;
    }
}
/** A record did not enter any of the awaited states in time. */
export class StillWaitingError extends ClientError {
    name = "StillWaitingError";
    #record;
    constructor(message, operation, record) {
        super(message, { operation });
        this.#record = record;
    }
    /** The record as it was read last. */
    get record() {
        return this.#record;
    }
}
/**
 * No whole answer arrived before the deadline, or the call was aborted; `cause` has the name, code and message of what
 * `fetch` threw.
 *
 * If `outcomeUnknown` is false, the service cannot have seen the request, or was not asked to change anything.
 */
export class NetworkError extends ClientError {
    name = "NetworkError";
}
/** The answer is not what this version of the interface says. */
export class AnswerError extends ClientError {
    name = "AnswerError";
    /** HTTP status; 0 where the runtime hides that of a redirect. */
    status;
    /** Identifier of the request, if the answer has one. */
    requestId;
    #body;
    constructor(message, answer) {
        super(message, answer);
        this.status = answer.status;
        this.requestId = answer.requestId ?? "";
        this.#body = answer.body ?? new Uint8Array();
    }
    /** The answer's bytes, as far as they were read. They may hold sensitive values: keep them out of logs. */
    get body() {
        return this.#body;
    }
}
