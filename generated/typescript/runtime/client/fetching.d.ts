/** What `fetch` throws: whether the service can have seen the request, and what of the error may be shown. */
/** Returns whether an error says that no request was sent: only then the service cannot have seen it. */
export declare function wasNeverSent(error: unknown, depth?: number): boolean;
/**
 * Returns an error with the name, code and message of another, and its causes likewise; undefined for what is no error.
 *
 * The error of a `fetch` of your own may hold the request, and so the key: loggers print all that an error holds.
 */
export declare function withoutRequest(error: unknown, depth?: number): Error | undefined;
