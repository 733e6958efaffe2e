/** Waiting for a state: a record is read again until it has one. */

import { type Sleep, sleep } from "./deadline.js";
import { StillWaitingError } from "./errors.js";
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
  /** Maximum seconds of waiting. Default: 300. */
  readonly longest?: number;
  /** Maximum seconds between two reads. Default: 30. */
  readonly longestPause?: number;
  /** Ends waiting when it aborts. */
  readonly signal?: AbortSignal;
}

const FIRST_PAUSE = 1;

/**
 * Returns the record that `read` reads as soon as it has an awaited or a final state.
 *
 * Throws a StillWaitingError if it has none in time, a TypeError unless some known states are awaited, and what `read`
 * throws.
 */
export async function waitFor<Found extends object>(
  operation: Operation,
  states: States,
  read: () => Promise<Found>,
  { until, longest = 300, longestPause = 30, signal }: Waiting,
  pause: Sleep = sleep,
): Promise<Found> {
  if (!Array.isArray(until) || !until.length || !until.every((one: string) => states.known.includes(one))) {
    throw new TypeError(`until must be a list of states: ${states.known.join(", ")}`);
  }
  const ends = new Set<unknown>([...states.final, ...until]);
  const started = performance.now();
  let idle = 0;
  for (let growing = FIRST_PAUSE; ; growing *= 2) {
    const record = await read();
    const state = (record as Record<string, unknown>)[states.member];
    if (ends.has(state)) return record;
    const left = longest - Math.max(idle, (performance.now() - started) / 1000);
    if (left <= 0) {
      const message = `after ${longest} seconds \`${states.member}\` is ${JSON.stringify(state)}`;
      throw new StillWaitingError(message, operation.id, record);
    }
    const next = Math.min(growing, longestPause, left);
    idle += next;
    await pause(next, signal);
  }
}
