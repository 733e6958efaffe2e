/** Waiting for a state: a record is read again until it has one. */

import { checkSeconds, Deadline, type Sleep, sleep } from "./deadline.js";
import { ClientError, NetworkError, StillWaitingError } from "./errors.js";
import { withoutRequest } from "./fetching.js";
import type { Operation } from "./service.js";

/** The states that a record has in `member`; it never leaves a final one. */
export interface States {
  readonly member: string;
  readonly known: readonly string[];
  readonly final: readonly string[];
}

/** What is awaited, and how long. */
export interface Waiting<State extends string = string> {
  /** The states at which waiting ends, beside the final ones. */
  readonly until: readonly State[];
  /** Maximum seconds of waiting, however slowly the service responds. Default: 300. */
  readonly deadline?: number;
  /** Maximum seconds between two reads. Default: 30. */
  readonly longestPause?: number;
  /** Ends waiting when it aborts. */
  readonly signal?: AbortSignal;
}

const FIRST_PAUSE = 1;

/**
 * Returns the record that `read` reads as soon as it has an awaited or a final state.
 *
 * Throws a StillWaitingError if it has none in time, and a NetworkError if no record was read at all in time; a
 * TypeError unless some known states are awaited, in a time that can be waited for; and what `read` throws.
 */
export async function waitFor<Found extends object>(
  operation: Operation,
  states: States,
  read: (signal: AbortSignal) => Promise<Found>,
  { until, deadline: seconds = 300, longestPause = 30, signal }: Waiting,
  pause: Sleep = sleep,
): Promise<Found> {
  if (!Array.isArray(until) || !until.length || !until.every((one: string) => states.known.includes(one))) {
    throw new TypeError(`until must be a list of states: ${states.known.join(", ")}`);
  }
  checkSeconds("deadline", seconds);
  checkSeconds("longestPause", longestPause);
  const ends = new Set<unknown>([...states.final, ...until]);
  const deadline = new Deadline(seconds, signal);
  let record: Found | undefined;
  let idle = 0;
  try {
    for (let growing = FIRST_PAUSE; ; growing *= 2) {
      record = await read(deadline.signal);
      if (ends.has(stateOf(record, states))) return record;
      const left = Math.min(seconds - idle, deadline.left());
      if (left <= 0) throw stillWaiting(operation, states, record, seconds);
      const next = Math.min(growing, longestPause, left);
      idle += next;
      await pause(next, deadline.signal);
    }
  } catch (error) {
    // The deadline ended the last read or pause. What the service answered in time is thrown as it is.
    const isUnanswered = error instanceof NetworkError || !(error instanceof ClientError);
    if (!deadline.signal.aborted || !isUnanswered) throw error;
    if (deadline.isLate && record) throw stillWaiting(operation, states, record, seconds);
    const message = deadline.isLate ? `no whole answer arrived within ${seconds} seconds` : "the call was aborted";
    throw new NetworkError(message, { operation: operation.id, cause: withoutRequest(error) });
  } finally {
    deadline.close();
  }
}

function stateOf(record: object, states: States): unknown {
  return (record as Record<string, unknown>)[states.member];
}

function stillWaiting(operation: Operation, states: States, record: object, seconds: number): StillWaitingError<object> {
  const message = `after ${seconds} seconds \`${states.member}\` is ${JSON.stringify(stateOf(record, states))}`;
  return new StillWaitingError(message, operation.id, record);
}
