/** Signatures of messages: HMAC-SHA256 (RFC 2104) of parts of a message, as a form states it. */
export const HMAC = { name: "HMAC", hash: "SHA-256" };
export function encoded(text) {
    return new TextEncoder().encode(text);
}
/** Returns the bytes that are signed. */
export function signedBytes(form, message) {
    const parts = form.parts.map((part) => message[part] ?? "");
    return new Blob(parts.flatMap((part, index) => (index ? [form.joined_by, part] : [part]))).arrayBuffer();
}
/** Returns the headers of a message, signed at a time in milliseconds since 1970. */
export async function signedHeaders(form, secret, message, at) {
    const timestamp = String(Math.floor(form.timestamp === "milliseconds" ? at : at / 1000));
    const text = await signedBytes(form, { ...message, timestamp });
    const key = await crypto.subtle.importKey("raw", secret, HMAC, false, ["sign"]);
    const bytes = [...new Uint8Array(await crypto.subtle.sign(HMAC, key, text))];
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const signature = (form.prefix ?? "") + (form.encoding === "hex" ? hex : btoa(String.fromCharCode(...bytes)));
    const values = { ...message, timestamp, signature };
    return Object.fromEntries(Object.entries(form.headers).map(([word, name]) => [name, String(values[word] ?? "")]));
}
