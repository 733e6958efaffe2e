/** What is particular to a service, its operations, and one call of an operation. */

import type { SignatureForm } from "../signing.js";
import type { ApiError, ProblemAnswer } from "./errors.js";
import type { Schemas } from "./records.js";
import type { Part } from "./said.js";

/** A service, as the client of a package knows it. */
export interface Service {
  /** Its address, unless another is named. */
  readonly baseUrl: string;
  /** What the paths of all operations begin with. */
  readonly basePath: string;
  /** The credentials that any operation takes. */
  readonly credentials: readonly Credential[];
  /** Whether every operation needs some. */
  readonly needsKey: boolean;
  /** The environment variable with the address. */
  readonly urlVariable: string;
  /** What the client calls itself. */
  readonly agent: string;
  /** The header with the idempotency key. */
  readonly keyHeader: string;
  /** The header of an answer that was given before. */
  readonly replayedHeader: string;
  /** The header with the identifier of the request. */
  readonly requestIdHeader: string;
  /** What the type of every problem begins with. */
  readonly problemBase: string;
  /** What the body of an error says, and where. */
  readonly problemParts: readonly Part[];
  readonly problemMediaType: string;
  /** The name of the record of a problem. */
  readonly problemRecord: string;
  /** The title of each kind of problem, by its slug. */
  readonly titles: Readonly<Record<string, string>>;
  /** The HTTP status of each kind of problem, by its slug. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The class of each problem, by its slug. */
  readonly errors: Readonly<Record<string, ProblemClass>>;
  /** The class of a problem of a newer version. */
  readonly error: ProblemClass;
  /** The slug of the problem that an earlier request is not done. */
  readonly stillRunning: string;
  /** The slugs of the problems that say when to repeat the request. */
  readonly waiting: readonly string[];
  /** The schemas of all records. */
  readonly records: Schemas;
}

// A class of a package states the record of its problems, which only its own code knows.
type ProblemClass = new (message: string, answer: ProblemAnswer<never>) => ApiError<unknown>;

/** One way in which a request proves who sent it. */
export interface Credential {
  readonly name: string;
  readonly scheme: string;
  /** The environment variable that has it; empty if it is no text. */
  readonly variable: string;
  /** The headers that hold it, by what they hold. */
  readonly headers: Readonly<Record<string, string>>;
  readonly form: SignatureForm | null;
  readonly tokenPath: string;
}

/** An operation: its HTTP method and path, and the status and record of its answer; null if that has no content. */
export interface Operation {
  readonly id: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly status: number;
  readonly record: string | null;
  /** The media types of what is sent and answered, with their parameters; JSON where there is none. */
  readonly mediaType?: string;
  readonly answerMediaType?: string;
  /** The names of the credentials of which a request has one alternative, whole. */
  readonly alternatives: readonly (readonly string[])[];
}

/** The values of parameters, by their names. */
export type Values = Readonly<Record<string, string | number | undefined>>;

/** One call of an operation; values that are undefined are not sent. */
export interface Call {
  readonly operation: Operation;
  readonly path?: Values;
  readonly query?: Values;
  readonly header?: Values;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Returns whether a call may change something. */
export function changes(call: Call): boolean {
  return call.operation.httpMethod !== "GET";
}

/** Returns whether a call may be sent again without being done twice. */
export function isRepeatable(call: Call): boolean {
  return !changes(call) || call.idempotencyKey !== undefined;
}
