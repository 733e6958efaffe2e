/** When a call is sent again, and after how long. */
import { retryAfter } from "./answers.js";
import { checkSeconds, LONGEST } from "./deadline.js";
import { NetworkError } from "./errors.js";
import { wasNeverSent, withoutRequest } from "./fetching.js";
import { changes, isRepeatable } from "./service.js";
const BUSY = [429, 503];
const FIRST_WAIT = 0.5;
const LONGEST_WHILE_RUNNING = 2;
/** Returns the patience of a client. Throws a TypeError for limits that no call keeps. */
export function patience(options) {
    const { timeout = 30, retries = 3, longestPause = 30, deadline = 120 } = options;
    if (!(Number.isInteger(retries) && retries >= 0))
        throw new TypeError("retries must be a whole number, 0 or more");
    if (!(longestPause >= 0 && longestPause <= LONGEST)) {
        throw new TypeError(`longestPause is in seconds: it must be at most ${LONGEST}, and not negative`);
    }
    checkSeconds("timeout", timeout);
    checkSeconds("deadline", deadline);
    return { timeout, retries, longestPause, deadline };
}
/** The attempts of one call: when there is another one, and what they come to. */
export class Attempts {
    credentials;
    /** The credential that is a token, if the operation takes one. */
    giver;
    token = "";
    /** Whether this attempt got as far as the call itself, not only to the address of tokens. */
    isSent = false;
    #keyring;
    #call;
    #patience;
    #answers;
    #deadline;
    #made = 0;
    #retried = 0;
    #doubt = false;
    /** Throws a TypeError if the caller has not the credentials of the operation. */
    constructor(call, patience, answers, deadline, keyring) {
        this.credentials = keyring.credentials(call.operation);
        this.giver = this.credentials.find(({ tokenPath }) => tokenPath);
        this.#keyring = keyring;
        this.#call = call;
        this.#patience = patience;
        this.#answers = answers;
        this.#deadline = deadline;
    }
    /** Returns the seconds to wait before the next attempt after an answer; undefined if there is none. */
    pauseAfter(answer) {
        const isWorthAnother = BUSY.includes(answer.status) || this.#answers.asksToWait(answer);
        const runs = this.#answers.stillRuns(this.#call, answer);
        const pause = isWorthAnother ? this.#pause(retryAfter(answer) ?? 0, runs) : undefined;
        if (pause !== undefined && this.isSent)
            this.#doubt ||= this.#answers.inDoubt(this.#call, answer);
        return pause;
    }
    /** Returns the seconds to wait before the next attempt after an error of `fetch`; undefined if there is none. */
    pauseAfterError(error) {
        const pause = this.#deadline.signal.aborted ? undefined : this.#pause(0);
        if (pause !== undefined)
            this.#doubt ||= this.#isInDoubt(error);
        return pause;
    }
    /** Returns whether the token was rejected, which is then used no more. */
    renews(answer) {
        if (!this.giver || !this.isSent || answer.status !== 401)
            return false;
        this.#keyring.tokens.reject(this.giver, this.token);
        this.isSent = false;
        return true;
    }
    /** Returns the record of the last answer. Throws an ApiError or AnswerError. */
    record(answer) {
        if (this.giver && !this.isSent)
            throw this.#answers.noToken(this.#call, answer, this.#doubt, this.giver.tokenPath);
        return this.#answers.recordOf(this.#call, answer, this.#doubt);
    }
    /** Throws a NetworkError if the call has ended, so that no further attempt is made. */
    begin() {
        this.isSent = false;
        const { aborted, reason } = this.#deadline.signal;
        if (aborted)
            throw this.ended(reason);
    }
    /** Returns what the last attempt, which got no answer, is thrown as. */
    failure(error) {
        this.#doubt ||= this.#isInDoubt(error);
        return this.ended(error);
    }
    /** Returns what is thrown where a credential cannot be made: the error itself if nothing is in doubt and time is left. */
    unsent(error) {
        return this.#doubt || this.#deadline.signal.aborted ? this.ended(error) : error;
    }
    /** Returns what is thrown where a call ends without an answer, and nothing new was sent. */
    ended(error) {
        const { isAborted, seconds } = this.#deadline;
        const source = this.giver && !this.isSent && !this.token ? ` from ${this.giver.tokenPath}` : "";
        const within = this.#deadline.left() <= 0 ? ` within ${seconds} seconds` : "";
        return new NetworkError(isAborted ? "the call was aborted" : `no whole answer arrived${source}${within}`, {
            operation: this.#call.operation.id,
            outcomeUnknown: this.#doubt,
            idempotencyKey: this.#call.idempotencyKey,
            cause: withoutRequest(error),
        });
    }
    #pause(asked, runs = false) {
        this.#made += 1;
        const { retries, longestPause } = this.#patience;
        const most = isRepeatable(this.#call) || !this.isSent ? retries : 0;
        // To come back earlier than the service asks for would only be rejected again.
        if (asked > longestPause)
            return undefined;
        // What was sent before still runs, and its answer is worth the deadline.
        if (!runs && this.#retried >= most)
            return undefined;
        if (!runs)
            this.#retried += 1;
        // After what the service asks for not all callers should come back at once.
        const longest = runs ? Math.min(LONGEST_WHILE_RUNNING, longestPause) : longestPause;
        const growing = Math.random() * Math.min(FIRST_WAIT * 2 ** (this.#made - 1), longest);
        const pause = Math.min(asked + growing, longestPause);
        return pause < this.#deadline.left() ? pause : undefined;
    }
    #isInDoubt(error) {
        return changes(this.#call) && this.isSent && !wasNeverSent(error);
    }
}
