/** How long a call may take in all, however slowly the service sends its answer. */

/** The most seconds that a timer is set to. More are milliseconds that somebody meant. */
export const LONGEST = 86_400;

/** Throws a TypeError unless a number of seconds is one that can be waited for. */
export function checkSeconds(name: string, seconds: number): void {
  if (typeof seconds === "number" && seconds > 0 && seconds <= LONGEST) return;
  throw new TypeError(`${name} is in seconds: it must be above 0, and at most ${LONGEST}`);
}

/** The moment by which a call has ended; its signal aborts whatever then still runs. */
export class Deadline {
  readonly seconds: number;
  #end = 0;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #outer: AbortSignal | undefined;
  readonly #abort = (): void => this.#controller.abort(this.#outer?.reason);

  /** `outer` is the caller's own signal, which ends the call before the deadline. */
  constructor(seconds: number, outer?: AbortSignal) {
    this.seconds = seconds;
    this.restart();
    this.#outer = outer;
    if (outer?.aborted) this.#abort();
    else outer?.addEventListener("abort", this.#abort, { once: true });
  }

  /** Aborts at the deadline, or when the caller does. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the caller ended the call. */
  get isAborted(): boolean {
    return this.#outer?.aborted ?? false;
  }

  /** Whether the time was up before the caller ended the call. */
  get isLate(): boolean {
    return this.signal.aborted && !this.isAborted;
  }

  /** Returns the seconds that are left; 0 or less when the time is up. */
  left(): number {
    return this.signal.aborted ? 0 : (this.#end - performance.now()) / 1000;
  }

  /** Lets the time begin again. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#end = performance.now() + this.seconds * 1000;
    this.#timer = setTimeout(() => this.#controller.abort(), this.seconds * 1000);
  }

  /** Frees the timer and the caller's signal. */
  close(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#abort);
  }
}

/** Waits between attempts; a signal that aborts ends the pause. */
export type Sleep = (seconds: number, signal?: AbortSignal) => Promise<void>;

/** Returns after some seconds, or as soon as a signal aborts. */
export const sleep: Sleep = (seconds, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1000);
    signal?.addEventListener("abort", done, { once: true });
  });
