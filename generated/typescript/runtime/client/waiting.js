/** Waiting for a state: a record is read again until it has one. */
import { sleep } from "./deadline.js";
import { StillWaitingError } from "./errors.js";
const FIRST_PAUSE = 1;
/**
 * Returns the record that `read` reads as soon as it has an awaited or a final state.
 *
 * Throws a StillWaitingError if it has none in time, a TypeError unless some known states are awaited, and what `read`
 * throws.
 */
export async function waitFor(operation, states, read, { until, longest = 300, longestPause = 30, signal }, pause = sleep) {
    if (!Array.isArray(until) || !until.length || !until.every((one) => states.known.includes(one))) {
        throw new TypeError(`until must be a list of states: ${states.known.join(", ")}`);
    }
    const ends = new Set([...states.final, ...until]);
    const started = performance.now();
    let idle = 0;
    for (let growing = FIRST_PAUSE;; growing *= 2) {
        const record = await read();
        const state = record[states.member];
        if (ends.has(state))
            return record;
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
