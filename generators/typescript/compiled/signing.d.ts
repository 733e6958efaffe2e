/** Signatures of messages: HMAC-SHA256 (RFC 2104) of parts of a message, as a form states it. */
/** What is signed, and how the result is sent: headers are names by what they hold, and `timestamp` is a unit. */
export interface SignatureForm {
    readonly parts: readonly string[];
    readonly headers: Readonly<Record<string, string>>;
    readonly joined_by: string;
    readonly encoding: string;
    readonly prefix?: string;
    readonly timestamp: string;
}
export type Bytes = Uint8Array<ArrayBuffer>;
/** The parts of a message by name. */
export type Message = Readonly<Record<string, string | Bytes>>;
export declare const HMAC: {
    readonly name: "HMAC";
    readonly hash: "SHA-256";
};
export declare function encoded(text: string): Bytes;
/** Returns the bytes that are signed. */
export declare function signedBytes(form: SignatureForm, message: Message): Promise<ArrayBuffer>;
/** Returns the headers of a message, signed at a time in milliseconds since 1970. */
export declare function signedHeaders(form: SignatureForm, secret: Bytes, message: Message, at: number): Promise<Record<string, string>>;
