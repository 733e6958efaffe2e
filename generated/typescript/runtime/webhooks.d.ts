/** Verifies the signature of a notification and reads its event, on WebCrypto. */
import { type Document } from "./client/reading.js";
import { type Schemas } from "./client/records.js";
import { type SignatureForm } from "./signing.js";
/** Most bytes of a notification. */
export declare const LARGEST = 1048576;
/** The headers of a notification: a `Headers`, or an object such as that of node. */
export type NotificationHeaders = {
    get(name: string): string | null;
} | Readonly<Record<string, string | readonly string[] | undefined>>;
/** How a notification is verified. */
export interface VerifyOptions {
    /** The time of arrival, for notifications that were kept. Default: now. */
    readonly now?: Date;
    /** Seconds by which the attempt's time may differ from it. */
    readonly tolerance?: number;
}
/** What a package knows of its notifications. */
export interface Notifications {
    /** The record of each event. */
    readonly events: Readonly<Record<string, string>>;
    /** The members of a body that may hold the name of its event. */
    readonly namedBy: readonly string[];
    /** The schemas of all records. */
    readonly records: Schemas;
    /** Seconds by which the time of an attempt may differ from now. */
    readonly tolerance: number;
    /** How they are signed; by Standard Webhooks if it is null. */
    readonly form: SignatureForm | null;
}
/** A notification as it arrives, signed with `secret` at the time `signedAt`: for tests of a receiver. */
export interface ExampleNotification {
    readonly type: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
    readonly secret: string;
    /** The time of the attempt: the `now` that verifies it. */
    readonly signedAt: Date;
}
/** The notification is not from the service, or too old: respond with 400, and ignore it. */
export declare class SignatureError extends Error {
    readonly name: string;
}
/** The notification is from the service, but cannot be read. */
export declare class EventError extends Error {
    readonly name: string;
}
/**
 * The event is of a kind that a newer version of the interface added.
 *
 * Respond as if it had been handled, or it is delivered again.
 */
export declare class UnknownEventError extends EventError {
    #private;
    readonly name: string;
    constructor(event: string, document: Document);
    /** The event's name. */
    get event(): string;
    /** The body as it was read. */
    get document(): Document;
}
/**
 * Returns the event of a notification that the service has signed.
 *
 * Throws a SignatureError, an EventError, and a TypeError for arguments that are not valid.
 */
export declare function verify(known: Notifications, body: Uint8Array | ArrayBuffer, headers: NotificationHeaders, secrets: string | readonly string[], options?: VerifyOptions): Promise<Document>;
/** Returns the headers of a notification, signed at a time. Throws a TypeError if the secret is none. */
export declare function sign(declared: SignatureForm | null, body: Uint8Array | ArrayBuffer, secret: string, { id, at }?: {
    readonly id?: string;
    readonly at?: Date;
}): Promise<Record<string, string>>;
