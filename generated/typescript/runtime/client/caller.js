/** What every client has in common: where calls go, and how long and often they are tried. */
import { anotherPage, Answers } from "./answers.js";
import { Deadline, sleep } from "./deadline.js";
import { Keyring } from "./keyring.js";
import { receive } from "./receiving.js";
import { Attempts, patience } from "./retrying.js";
import { Target } from "./target.js";
import { aborted } from "./tokens.js";
import { waitFor } from "./waiting.js";
const WAITING = ["until", "deadline", "longestPause", "signal"];
const OPTIONS = [
    "apiKey",
    "baseUrl",
    "allowHttp",
    "allowBrowser",
    "timeout",
    "retries",
    "longestPause",
    "deadline",
    "largestAnswer",
    "fetch",
    "sleep",
];
/** Sends calls and reads their answers; a package adds its operations. */
export class Caller {
    #target;
    #keyring;
    #patience;
    #answers;
    #largest;
    #fetch;
    #sleep;
    /** Throws a TypeError for options that are not valid. */
    constructor(service, options) {
        rejectUnknown(options, OPTIONS);
        this.#target = new Target(service, options);
        this.#keyring = new Keyring(service, options.apiKey, options.fetch !== undefined);
        this.#patience = patience(options);
        this.#answers = new Answers(service);
        this.#largest = options.largestAnswer ?? 1_048_576;
        if (!(this.#largest >= 1))
            throw new TypeError("largestAnswer must be a number of bytes above 0");
        this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
        this.#sleep = options.sleep ?? sleep;
    }
    /**
     * Returns the record that a call is answered with. Throws a ClientError, or a TypeError before anything is sent.
     *
     * `options` are those of the caller, who may have misspelt one; `known` are their names.
     */
    async answer(call, options, known) {
        rejectUnknown(options, known);
        const request = this.#target.request(call);
        const deadline = new Deadline(this.#patience.deadline, call.signal);
        const attempts = new Attempts(call, this.#patience, this.#answers, deadline, this.#keyring);
        try {
            for (;;) {
                attempts.begin();
                let found = await this.#attempt(request, attempts, deadline);
                if ("answer" in found && attempts.renews(found.answer))
                    found = await this.#attempt(request, attempts, deadline);
                const pause = "answer" in found ? attempts.pauseAfter(found.answer) : attempts.pauseAfterError(found.error);
                if (pause !== undefined)
                    await this.#pause(pause, deadline, attempts);
                else if ("answer" in found)
                    return attempts.record(found.answer);
                else
                    throw attempts.failure(found.error);
            }
        }
        finally {
            deadline.close();
        }
    }
    /** Returns a record as soon as it has an awaited state; `waitFor` says how. */
    async waitFor(operation, states, read, waiting) {
        rejectUnknown(waiting, WAITING);
        return waitFor(operation, states, read, waiting, this.#sleep);
    }
    /** Yields the items of a listing, one page after the other; the members of a page with both are named. */
    async *items(operation, read, first, items, following) {
        const seen = new Set([first]);
        for (let cursor = first;;) {
            const page = (await read(cursor));
            yield* page[items];
            const next = page[following];
            if (typeof next !== "string" || !next)
                return;
            cursor = anotherPage(operation, seen, next);
        }
    }
    async #pause(seconds, deadline, attempts) {
        try {
            await this.#sleep(seconds, deadline.signal);
        }
        catch (error) {
            throw attempts.ended(error);
        }
    }
    /** Returns what a request for a token ends with if it gives none; undefined if there is a token, or none is needed. */
    async #withoutToken(attempts, deadline) {
        const { giver } = attempts;
        const { tokens } = this.#keyring;
        if (!giver)
            return undefined;
        const request = async () => {
            attempts.token = tokens.text(giver);
            if (attempts.token)
                return undefined;
            const askedAt = performance.now();
            const outcome = await this.#sent(this.#target.tokenRequest(giver.tokenPath, this.#keyring.clientOf(giver)), deadline);
            if ("answer" in outcome)
                attempts.token = tokens.keep(giver, outcome.answer, askedAt);
            return attempts.token ? undefined : outcome;
        };
        return tokens.inTurn(request, deadline.signal).catch((error) => ({ error }));
    }
    async #attempt({ url, init }, attempts, deadline) {
        const failed = await this.#withoutToken(attempts, deadline);
        if (failed)
            return failed;
        const headers = Object.assign(Object.create(null), init.headers);
        try {
            for (const one of attempts.credentials) {
                const made = this.#keyring.headers(one, url, init, attempts.token);
                Object.assign(headers, await Promise.race([made, aborted(deadline.signal)]));
            }
        }
        catch (error) {
            throw attempts.unsent(error);
        }
        attempts.isSent = true;
        return this.#sent({ url, init: { ...init, headers } }, deadline);
    }
    async #sent({ url, init }, deadline) {
        const wait = new Deadline(this.#patience.timeout, deadline.signal);
        try {
            const { signal } = wait;
            return { answer: await receive(this.#fetch, url, { ...init, signal }, this.#largest, () => wait.restart()) };
        }
        catch (error) {
            return { error };
        }
        finally {
            wait.close();
        }
    }
}
/** Throws a TypeError for an option that nothing reads. */
function rejectUnknown(options, known) {
    const unknown = Object.keys(options).find((name) => !known.includes(name));
    if (unknown !== undefined)
        throw new TypeError(`there is no option ${unknown}; the options are ${known.join(", ")}`);
}
