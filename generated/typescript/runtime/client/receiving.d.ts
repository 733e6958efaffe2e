/** An answer as it arrives: never more of it than is wanted. */
/** An answer that was read; `cut` says why it was not read to its end, if it was not. */
export interface Received {
    readonly status: number;
    readonly headers: Headers;
    readonly body: Uint8Array;
    readonly cut: string;
}
/** What sends requests: `fetch`, or a function of your own, for proxies or certificates. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
/**
 * Returns the answer to a request, of which no more is kept than the limit. Throws what `fetch` throws.
 *
 * `arrives` is called for each part of it.
 */
export declare function receive(fetch: Fetch, url: string, init: RequestInit, largest: number, arrives: () => void): Promise<Received>;
