/** What `fetch` throws: whether the service can have seen the request, and what of the error may be shown. */
const DEEPEST = 8;
/** The calls of the operating system that come before a connection. On an open one, others have the same codes. */
const BEFORE_CONNECTION = new Set(["connect", "getaddrinfo"]);
/**
 * Codes of node and Bun for what ends before the request is written. A certificate is checked in the handshake, and
 * the handshake is done before that. Of other codes nothing is known.
 */
const NEVER_SENT = new Set([
    ...["UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused", "FailedToOpenSocket"],
    ...["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"],
    ...["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID"],
]);
/** Returns whether an error says that no request was sent: only then the service cannot have seen it. */
export function wasNeverSent(error, depth = 0) {
    const { code, syscall, errors, cause } = (error ?? {});
    if (depth > DEEPEST)
        return false;
    // Where several addresses were tried, there is an error for each.
    if (Array.isArray(errors) && errors.length)
        return errors.every((one) => wasNeverSent(one, depth + 1));
    return BEFORE_CONNECTION.has(syscall) || NEVER_SENT.has(code) || wasNeverSent(cause, depth + 1);
}
/**
 * Returns an error with the name, code and message of another, and its causes likewise; undefined for what is no error.
 *
 * The error of a `fetch` of your own may hold the request, and so the key: loggers print all that an error holds.
 */
export function withoutRequest(error, depth = 0) {
    if (typeof error !== "object" || error === null || depth > DEEPEST)
        return undefined;
    const { name, code, message, cause } = error;
    const below = withoutRequest(cause, depth + 1);
    const found = new Error(typeof message === "string" ? message : "", below && { cause: below });
    found.name = typeof name === "string" ? name : "Error";
    found.stack = `${found.name}: ${found.message}`; // The trace would be that of this function.
    return typeof code === "string" ? Object.assign(found, { code }) : found;
}
