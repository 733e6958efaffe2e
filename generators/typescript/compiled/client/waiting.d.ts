/** Waiting for a state: a record is read again until it has one. */
import { type Sleep } from "./deadline.js";
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
/**
 * Returns the record that `read` reads as soon as it has an awaited or a final state.
 *
 * Throws a StillWaitingError if it has none in time, and a NetworkError if no record was read at all in time; a
 * TypeError unless some known states are awaited, in a time that can be waited for; and what `read` throws.
 */
export declare function waitFor<Found extends object>(operation: Operation, states: States, read: (signal: AbortSignal) => Promise<Found>, { until, deadline: seconds, longestPause, signal }: Waiting, pause?: Sleep): Promise<Found>;
