/** How long a call may take in all, however slowly the service sends its answer. */
/** The most seconds that a timer is set to. More are milliseconds that somebody meant. */
export const LONGEST = 86_400;
/** Throws a TypeError unless a number of seconds is one that can be waited for. */
export function checkSeconds(name, seconds) {
    if (typeof seconds === "number" && seconds > 0 && seconds <= LONGEST)
        return;
    throw new TypeError(`${name} is in seconds: it must be above 0, and at most ${LONGEST}`);
}
/** The moment by which a call has ended; its signal aborts whatever then still runs. */
export class Deadline {
    seconds;
    #end = 0;
    #controller = new AbortController();
    #timer;
    #outer;
    #abort = () => this.#controller.abort(this.#outer?.reason);
    /** `outer` is the caller's own signal, which ends the call before the deadline. */
    constructor(seconds, outer) {
        this.seconds = seconds;
        this.restart();
        this.#outer = outer;
        if (outer?.aborted)
            this.#abort();
        else
            outer?.addEventListener("abort", this.#abort, { once: true });
    }
    /** Aborts at the deadline, or when the caller does. */
    get signal() {
        return this.#controller.signal;
    }
    /** Whether the caller ended the call. */
    get isAborted() {
        return this.#outer?.aborted ?? false;
    }
    /** Whether the time was up before the caller ended the call. */
    get isLate() {
        return this.signal.aborted && !this.isAborted;
    }
    /** Returns the seconds that are left; 0 or less when the time is up. */
    left() {
        return this.signal.aborted ? 0 : (this.#end - performance.now()) / 1000;
    }
    /** Lets the time begin again. */
    restart() {
        clearTimeout(this.#timer);
        this.#end = performance.now() + this.seconds * 1000;
        this.#timer = setTimeout(() => this.#controller.abort(), this.seconds * 1000);
    }
    /** Frees the timer and the caller's signal. */
    close() {
        clearTimeout(this.#timer);
        this.#outer?.removeEventListener("abort", this.#abort);
    }
}
/** Returns after some seconds, or as soon as a signal aborts. */
export const sleep = (seconds, signal) => new Promise((resolve) => {
    if (signal?.aborted)
        return resolve();
    const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
    };
    const timer = setTimeout(done, seconds * 1000);
    signal?.addEventListener("abort", done, { once: true });
});
