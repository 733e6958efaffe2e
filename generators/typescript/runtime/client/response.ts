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

const KEPT = new WeakMap<object, RecordResponse>();

/** Returns the response that a record of the client came with. Throws a TypeError for any other object. */
export function responseOf(record: object): RecordResponse {
  const found = KEPT.get(record);
  if (!found) throw new TypeError("the record did not come with a response of its own");
  return found;
}

/** Keeps the response beside its record. */
export function keepResponse(record: object, response: RecordResponse): void {
  KEPT.set(record, response);
}
