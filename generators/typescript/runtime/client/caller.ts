/** What every client has in common: where calls go, and how long and often they are tried. */

import { anotherPage, Answers } from "./answers.js";
import { Deadline, type Sleep, sleep } from "./deadline.js";
import { Keyring } from "./keyring.js";
import { type Fetch, type Received, receive } from "./receiving.js";
import { Attempts, type Patience, patience } from "./retrying.js";
import type { Call, Operation, Service } from "./service.js";
import { Target, type TargetOptions } from "./target.js";
import { aborted } from "./tokens.js";
import { type States, type Waiting, waitFor } from "./waiting.js";

/** The arguments of a client. */
export interface ClientOptions<Key = unknown> extends TargetOptions {
  /** The credentials. No error and no log of the client shows them. Default: environment variables. */
  readonly apiKey?: Key;
  /** Maximum seconds of each wait for data: for the beginning of an answer, and for each next part. Default: 30. */
  readonly timeout?: number;
  /** Maximum number of repetitions of a call; 0 for none. Default: 3. */
  readonly retries?: number;
  /** Maximum seconds between two attempts. If the service requires more, the call is not repeated. Default: 30. */
  readonly longestPause?: number;
  /**
   * Maximum seconds for a call, with its attempts and the pauses between them, however slowly the service responds.
   * Default: 120.
   */
  readonly deadline?: number;
  /** Maximum bytes of an answer, decoded. A longer answer is not read, and is an AnswerError. Default: 1,048,576. */
  readonly largestAnswer?: number;
  /**
   * A function like `fetch`, for proxies or certificates of your own. Of what it throws, the client keeps name, code
   * and message as the `cause`, so that no log of it shows the key. Default: `fetch`.
   */
  readonly fetch?: Fetch;
  /** The function that waits between attempts. */
  readonly sleep?: Sleep;
}

/** The arguments of every call. */
export interface CallOptions {
  /** Ends the call when it aborts: the call then throws a NetworkError, which has the key of the call. */
  readonly signal?: AbortSignal;
}

type Outcome = { readonly answer: Received } | { readonly error: unknown };
type Sent = { readonly url: string; readonly init: RequestInit };

const WAITING: readonly (keyof Waiting)[] = ["until", "deadline", "longestPause", "signal"];
const OPTIONS: readonly (keyof ClientOptions)[] = [
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
  readonly #target: Target;
  readonly #keyring: Keyring;
  readonly #patience: Patience;
  readonly #answers: Answers;
  readonly #largest: number;
  readonly #fetch: Fetch;
  readonly #sleep: Sleep;

  /** Throws a TypeError for options that are not valid. */
  constructor(service: Service, options: ClientOptions) {
    rejectUnknown(options, OPTIONS);
    this.#target = new Target(service, options);
    this.#keyring = new Keyring(service, options.apiKey, options.fetch !== undefined);
    this.#patience = patience(options);
    this.#answers = new Answers(service);
    this.#largest = options.largestAnswer ?? 1_048_576;
    if (!(this.#largest >= 1)) throw new TypeError("largestAnswer must be a number of bytes above 0");
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
    this.#sleep = options.sleep ?? sleep;
  }

  /**
   * Returns the record that a call is answered with. Throws a ClientError, or a TypeError before anything is sent.
   *
   * `options` are those of the caller, who may have misspelt one; `known` are their names.
   */
  async answer<Answer>(call: Call, options: object, known: readonly string[]): Promise<Answer> {
    rejectUnknown(options, known);
    const request = this.#target.request(call);
    const deadline = new Deadline(this.#patience.deadline, call.signal);
    const attempts = new Attempts(call, this.#patience, this.#answers, deadline, this.#keyring);
    try {
      for (;;) {
        attempts.begin();
        let found = await this.#attempt(request, attempts, deadline);
        if ("answer" in found && attempts.renews(found.answer)) found = await this.#attempt(request, attempts, deadline);
        const pause = "answer" in found ? attempts.pauseAfter(found.answer) : attempts.pauseAfterError(found.error);
        if (pause !== undefined) await this.#pause(pause, deadline, attempts);
        else if ("answer" in found) return attempts.record(found.answer) as Answer;
        else throw attempts.failure(found.error);
      }
    } finally {
      deadline.close();
    }
  }

  /** Returns a record as soon as it has an awaited state; `waitFor` says how. */
  async waitFor<Found extends object>(
    operation: Operation,
    states: States,
    read: (signal: AbortSignal) => Promise<Found>,
    waiting: Waiting,
  ): Promise<Found> {
    rejectUnknown(waiting, WAITING);
    return waitFor(operation, states, read, waiting, this.#sleep);
  }

  /** Yields the items of a listing, one page after the other; the members of a page with both are named. */
  async *items<Item>(
    operation: Operation,
    read: (cursor: string | undefined) => Promise<object>,
    first: string | undefined,
    items: string,
    following: string,
  ): AsyncGenerator<Item, void, undefined> {
    const seen = new Set([first]);
    for (let cursor = first; ; ) {
      const page = (await read(cursor)) as Record<string, unknown>;
      yield* page[items] as Item[];
      const next = page[following];
      if (typeof next !== "string" || !next) return;
      cursor = anotherPage(operation, seen, next);
    }
  }

  async #pause(seconds: number, deadline: Deadline, attempts: Attempts): Promise<void> {
    try {
      await this.#sleep(seconds, deadline.signal);
    } catch (error) {
      throw attempts.ended(error);
    }
  }

  /** Returns what a request for a token ends with if it gives none; undefined if there is a token, or none is needed. */
  async #withoutToken(attempts: Attempts, deadline: Deadline): Promise<Outcome | undefined> {
    const { giver } = attempts;
    const { tokens } = this.#keyring;
    if (!giver) return undefined;
    const request = async (): Promise<Outcome | undefined> => {
      attempts.token = tokens.text(giver);
      if (attempts.token) return undefined;
      const askedAt = performance.now();
      const outcome = await this.#sent(this.#target.tokenRequest(giver.tokenPath, this.#keyring.clientOf(giver)), deadline);
      if ("answer" in outcome) attempts.token = tokens.keep(giver, outcome.answer, askedAt);
      return attempts.token ? undefined : outcome;
    };
    return tokens.inTurn(request, deadline.signal).catch((error: unknown) => ({ error }));
  }

  async #attempt({ url, init }: Sent, attempts: Attempts, deadline: Deadline): Promise<Outcome> {
    const failed = await this.#withoutToken(attempts, deadline);
    if (failed) return failed;
    const headers = Object.assign(Object.create(null), init.headers) as Record<string, string>;
    try {
      for (const one of attempts.credentials) {
        const made = this.#keyring.headers(one, url, init, attempts.token);
        Object.assign(headers, await Promise.race([made, aborted(deadline.signal)]));
      }
    } catch (error) {
      throw attempts.unsent(error);
    }
    attempts.isSent = true;
    return this.#sent({ url, init: { ...init, headers } }, deadline);
  }

  async #sent({ url, init }: Sent, deadline: Deadline): Promise<Outcome> {
    const wait = new Deadline(this.#patience.timeout, deadline.signal);
    try {
      const { signal } = wait;
      return { answer: await receive(this.#fetch, url, { ...init, signal }, this.#largest, () => wait.restart()) };
    } catch (error) {
      return { error };
    } finally {
      wait.close();
    }
  }
}

/** Throws a TypeError for an option that nothing reads. */
function rejectUnknown(options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`there is no option ${unknown}; the options are ${known.join(", ")}`);
}
