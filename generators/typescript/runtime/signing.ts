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

export const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

export function encoded(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** Returns the bytes that are signed. */
export function signedBytes(form: SignatureForm, message: Message): Promise<ArrayBuffer> {
  const parts = form.parts.map((part) => message[part] ?? "");
  return new Blob(parts.flatMap((part, index) => (index ? [form.joined_by, part] : [part]))).arrayBuffer();
}

/** Returns the headers of a message, signed at a time in milliseconds since 1970. */
export async function signedHeaders(
  form: SignatureForm,
  secret: Bytes,
  message: Message,
  at: number,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(form.timestamp === "milliseconds" ? at : at / 1000));
  const text = await signedBytes(form, { ...message, timestamp });
  const key = await crypto.subtle.importKey("raw", secret, HMAC, false, ["sign"]);
  const bytes = [...new Uint8Array(await crypto.subtle.sign(HMAC, key, text))];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const signature = (form.prefix ?? "") + (form.encoding === "hex" ? hex : btoa(String.fromCharCode(...bytes)));
  const values: Message = { ...message, timestamp, signature };
  return Object.fromEntries(Object.entries(form.headers).map(([word, name]) => [name, String(values[word] ?? "")]));
}
