/** Waiting for a state: a record is read again until it has one. */
import { checkSeconds, Deadline, sleep } from "./deadline.js";
import { ClientError, NetworkError, StillWaitingError } from "./errors.js";
import { withoutRequest } from "./fetching.js";
const FIRST_PAUSE = 1;
/**
 * Returns the record that `read` reads as soon as it has an awaited or a final state.
 *
 * Throws a StillWaitingError if it has none in time, and a NetworkError if no record was read at all in time; a
 * TypeError unless some known states are awaited, in a time that can be waited for; and what `read` throws.
 */
export async function waitFor(operation, states, read, { until, deadline: seconds = 300, longestPause = 30, signal }, pause = sleep) {
    if (!Array.isArray(until) || !until.length || !until.every((one) => states.known.includes(one))) {
        throw new TypeError(`until must be a list of states: ${states.known.join(", ")}`);
    }
    checkSeconds("deadline", seconds);
    checkSeconds("longestPause", longestPause);
    const ends = new Set([...states.final, ...until]);
    const deadline = new Deadline(seconds, signal);
    let record;
    let idle = 0;
    try {
        for (let growing = FIRST_PAUSE;; growing *= 2) {
            record = await read(deadline.signal);
            if (ends.has(stateOf(record, states)))
                return record;
            const left = Math.min(seconds - idle, deadline.left());
            if (left <= 0)
                throw stillWaiting(operation, states, record, seconds);
            const next = Math.min(growing, longestPause, left);
            idle += next;
            await pause(next, deadline.signal);
        }
    }
    catch (error) {
        // The deadline ended the last read or pause. What the service answered in time is thrown as it is.
        const isUnanswered = error instanceof NetworkError || !(error instanceof ClientError);
        if (!deadline.signal.aborted || !isUnanswered)
            throw error;
        if (deadline.isLate && record)
            throw stillWaiting(operation, states, record, seconds);
        const message = deadline.isLate ? `no whole answer arrived within ${seconds} seconds` : "the call was aborted";
        throw new NetworkError(message, { operation: operation.id, cause: withoutRequest(error) });
    }
    finally {
        deadline.close();
    }
}
function stateOf(record, states) {
    return record[states.member];
}
function stillWaiting(operation, states, record, seconds) {
    const message = `after ${seconds} seconds \`${states.member}\` is ${JSON.stringify(stateOf(record, states))}`;
    return new StillWaitingError(message, operation.id, record);
}
