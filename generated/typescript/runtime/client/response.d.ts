/** The HTTP response that a record came with. */
/** The HTTP response that a record came with. */
export interface RecordResponse {
    /** HTTP status. */
    readonly status: number;
    readonly headers: Headers;
    /** Identifier of the request, for questions to the service. */
    readonly requestId: string;
    /**
     * True if the service repeated an earlier answer, because the request had the idempotency key of an earlier one.
     * Nothing was done again.
     */
    readonly replayed: boolean;
}
/** Returns the response that a record of the client came with. Throws a TypeError for any other object. */
export declare function responseOf(record: object): RecordResponse;
/** Keeps the response beside its record. */
export declare function keepResponse(record: object, response: RecordResponse): void;
