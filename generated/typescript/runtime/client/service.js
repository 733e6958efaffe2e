/** What is particular to a service, its operations, and one call of an operation. */
/** Returns whether a call may change something. */
export function changes(call) {
    return call.operation.httpMethod !== "GET";
}
/** Returns whether a call may be sent again without being done twice. */
export function isRepeatable(call) {
    return !changes(call) || call.idempotencyKey !== undefined;
}
