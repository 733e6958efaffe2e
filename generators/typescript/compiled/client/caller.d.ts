/** What every client has in common: where calls go, and how long and often they are tried. */
import { type Sleep } from "./deadline.js";
import { type Fetch } from "./receiving.js";
import type { Call, Operation, Service } from "./service.js";
import { type TargetOptions } from "./target.js";
import { type States, type Waiting } from "./waiting.js";
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
/** Sends calls and reads their answers; a package adds its operations. */
export declare class Caller {
    #private;
    /** Throws a TypeError for options that are not valid. */
    constructor(service: Service, options: ClientOptions);
    /**
     * Returns the record that a call is answered with. Throws a ClientError, or a TypeError before anything is sent.
     *
     * `options` are those of the caller, who may have misspelt one; `known` are their names.
     */
    answer<Answer>(call: Call, options: object, known: readonly string[]): Promise<Answer>;
    /** Returns a record as soon as it has an awaited state; `waitFor` says how. */
    waitFor<Found extends object>(operation: Operation, states: States, read: (signal: AbortSignal) => Promise<Found>, waiting: Waiting): Promise<Found>;
    /** Yields the items of a listing, one page after the other; the members of a page with both are named. */
    items<Item>(operation: Operation, read: (cursor: string | undefined) => Promise<object>, first: string | undefined, items: string, following: string): AsyncGenerator<Item, void, undefined>;
}
