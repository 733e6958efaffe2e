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
export class ClientError extends Error {
  override readonly name: string = "ClientError";
  /** The operation's identifier. */
  readonly operation: string;
  /** The key that the request carried. Repeat the same request with it, and nothing is done twice. */
  readonly idempotencyKey: string | undefined;
  /** True if what was asked for may have been done, or may still be done: repeat with the key, or look for the record. */
  readonly outcomeUnknown: boolean;

  constructor(message: string, { operation, outcomeUnknown = false, idempotencyKey, cause }: Circumstances) {
    let text = `${operation}: ${message}`;
    if (outcomeUnknown && idempotencyKey !== undefined) {
      text += `; the outcome is unknown, so repeat the same request with idempotencyKey: ${JSON.stringify(idempotencyKey)}`;
    } else if (outcomeUnknown) {
      text += "; the outcome is unknown, so look for the record before repeating";
    }
    super(text, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.outcomeUnknown = outcomeUnknown;
    this.idempotencyKey = idempotencyKey;
  }
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
export class ApiError<Problem = Document> extends ClientError {
  override readonly name: string = "ApiError";
  /** HTTP status. */
  readonly status: number;
  /** The kind of problem; newer versions may bring new ones. */
  readonly slug: string;
  /** Identifier of the request, for questions to the service. */
  readonly requestId: string;
  /** Seconds to wait before the request is repeated, if the service says so. */
  readonly retryAfter: number | undefined;
  readonly #answer: ProblemAnswer<Problem>;

  constructor(message: string, answer: ProblemAnswer<Problem>) {
    super(message, answer);
    this.status = answer.status;
    this.slug = answer.slug;
    this.requestId = answer.requestId;
    this.retryAfter = answer.retryAfter;
    this.#answer = answer;
  }

  /** The kind of problem in words. */
  get title(): string {
    return this.#answer.title;
  }

  /** What is particular to this answer, in words for people; may be empty. */
  get detail(): string {
    return this.#answer.detail;
  }

  /** The members that were rejected, at most 100. */
  get violations(): readonly ReportedViolation[] {
    return this.#answer.violations;
  }

  /** Identifier of the record that has the reference already; may be empty. */
  get existingId(): string {
    return this.#answer.existingId;
  }

  /** The problem as it was answered. */
  get problem(): Problem {
    return this.#answer.problem;
  }
}

/** A record did not enter any of the awaited states in time. */
export class StillWaitingError<Awaited = Document> extends ClientError {
  override readonly name: string = "StillWaitingError";
  readonly #record: Awaited;

  constructor(message: string, operation: string, record: Awaited) {
    super(message, { operation });
    this.#record = record;
  }

  /** The record as it was read last. */
  get record(): Awaited {
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
  override readonly name: string = "NetworkError";
}

/** The answer is not what this version of the interface says. */
export class AnswerError extends ClientError {
  override readonly name: string = "AnswerError";
  /** HTTP status; 0 where the runtime hides that of a redirect. */
  readonly status: number;
  /** Identifier of the request, if the answer has one. */
  readonly requestId: string;
  readonly #body: Uint8Array;

  constructor(message: string, answer: Circumstances & { status: number; requestId?: string; body?: Uint8Array }) {
    super(message, answer);
    this.status = answer.status;
    this.requestId = answer.requestId ?? "";
    this.#body = answer.body ?? new Uint8Array();
  }

  /** The answer's bytes, as far as they were read. They may hold sensitive values: keep them out of logs. */
  get body(): Uint8Array {
    return this.#body;
  }
}
