/** Verifies the signature of a notification and reads its event, on WebCrypto. */
import { isDocument, ReadingError, readDocument } from "./client/reading.js";
import { mistakes } from "./client/records.js";
import { encoded, HMAC, signedBytes, signedHeaders } from "./signing.js";
/** Most bytes of a notification. */
export const LARGEST = 1_048_576;
/** The form of Standard Webhooks. It alone has several signatures in a header, and keys in base64. */
const STANDARD = {
    parts: ["nonce", "timestamp", "body"],
    headers: { nonce: "webhook-id", timestamp: "webhook-timestamp", signature: "webhook-signature" },
    joined_by: ".",
    encoding: "base64",
    prefix: "v1,",
    timestamp: "seconds",
};
/** The most characters of a header, by what it holds. */
const LONGEST = { nonce: 256, timestamp: 32, signature: 2_048 };
const MOST_SIGNATURES = 16;
const PREFIX = "whsec_";
// The base64 of 24 bytes or more, in its one spelling: `atob` also reads others.
const STANDARD_SECRET = /^whsec_([A-Za-z0-9+/]{4}){8,}([A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/;
/** A secret of any other form: its bytes as UTF-8 are the key. */
const SECRET = /^[^\0- \x7f]+$/;
/** What a secret is often taken with, and what the error says. */
const MISTAKES = [
    [/\s/, "a secret must have no blank or line break, also none around it"],
    [/["'`]/, "a secret must not be in quotes"],
    [/^v1,/, "a secret must begin with whsec_, not with v1,"],
];
/** Times that every clock knows, by their unit. */
const TIMESTAMPS = {
    seconds: /^(?:0|[1-9][0-9]{0,10})$/,
    milliseconds: /^(?:0|[1-9][0-9]{0,13})$/,
};
/** The notification is not from the service, or too old: respond with 400, and ignore it. */
export class SignatureError extends Error {
    name = "SignatureError";
}
/** The notification is from the service, but cannot be read. */
export class EventError extends Error {
    name = "EventError";
}
/**
 * The event is of a kind that a newer version of the interface added.
 *
 * Respond as if it had been handled, or it is delivered again.
 */
export class UnknownEventError extends EventError {
    name = "UnknownEventError";
    #document;
    #event;
    constructor(event, document) {
        super("this version does not know the event");
        this.#event = event;
        this.#document = document;
    }
    /** The event's name. */
    get event() {
        return this.#event;
    }
    /** The body as it was read. */
    get document() {
        return this.#document;
    }
}
/**
 * Returns the event of a notification that the service has signed.
 *
 * Throws a SignatureError, an EventError, and a TypeError for arguments that are not valid.
 */
export async function verify(known, body, headers, secrets, options = {}) {
    if (!isDocument(options))
        throw new TypeError("options must be an object, such as { tolerance: 300 }");
    const [now, tolerance] = [secondsOf("now", options.now ?? new Date()), options.tolerance ?? known.tolerance];
    if (typeof tolerance !== "number" || !(tolerance >= 0))
        throw new TypeError("tolerance must be a number of seconds");
    const form = known.form ?? STANDARD;
    const keys = await Promise.all(keysOf(form, secrets).map((one) => crypto.subtle.importKey("raw", one, HMAC, false, ["verify"])));
    const bytes = bytesOf(body);
    const sent = await verified(form, bytes, headersOf(form, headers), keys);
    if (Math.abs(now - sent) > tolerance)
        throw new SignatureError("the time is too far away");
    return eventOf(known, bytes);
}
/** Returns the headers of a notification, signed at a time. Throws a TypeError if the secret is none. */
export async function sign(declared, body, secret, { id = "", at = new Date() } = {}) {
    const form = declared ?? STANDARD;
    secondsOf("at", at);
    const [key] = keysOf(form, [secret]);
    return signedHeaders(form, key, { nonce: id, body: bytesOf(body) }, at.getTime());
}
/** Returns a time in seconds since 1970. Throws a TypeError also where a Date was made of another unit. */
function secondsOf(name, time) {
    const year = isOfClass(time, "Date") ? time.getUTCFullYear() : Number.NaN;
    if (year > 1970 && year < 10_000)
        return time.getTime() / 1000;
    throw new TypeError(`${name} must be a Date from 1971 to 9999, which is made of milliseconds`);
}
/** Returns whether a value is of a class of the language: of another realm, it is no instance of ours. */
function isOfClass(value, name) {
    return Object.prototype.toString.call(value) === `[object ${name}]`;
}
function bytesOf(body) {
    if (body instanceof Uint8Array)
        return new Uint8Array(body);
    if (body instanceof ArrayBuffer)
        return new Uint8Array(body);
    throw new TypeError("body must be the bytes as they arrived, such as those of `await request.arrayBuffer()`");
}
/** Returns the key of each secret. Throws a TypeError, which shows no part of it. */
function keysOf(form, secrets) {
    const several = Array.isArray(secrets) ? secrets : [secrets];
    if (!several.length)
        throw new TypeError("no secret was given");
    const texts = several.map((secret) => secretOf(secret, form === STANDARD));
    return texts.map((text) => (form === STANDARD ? decoded(text.slice(PREFIX.length)) : encoded(text)));
}
function secretOf(secret, isStandard) {
    if (secret === undefined || secret === null || secret === "")
        throw new TypeError("no secret was given");
    if (typeof secret !== "string")
        throw new TypeError(`a secret must be a text, not ${typeof secret}`);
    if ((isStandard ? STANDARD_SECRET : SECRET).test(secret))
        return secret;
    const [, mistake] = isStandard ? (MISTAKES.find(([form]) => form.test(secret)) ?? []) : [];
    const wanted = isStandard ? "whsec_ and the base64 of 24 bytes or more" : "a text without blanks";
    throw new TypeError(mistake ?? `pass at least one secret, each ${wanted}`);
}
function decoded(base64) {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
function headersOf(form, headers) {
    const found = {};
    const words = new Map(Object.entries(form.headers).map(([word, name]) => [name.toLowerCase(), word]));
    const read = [...words.keys()].sort();
    const pairs = listed(headers, read);
    const names = pairs.map(([name]) => name).join(" ");
    // As in an environ: no sender can cause it, as `Content-Length` or another is there.
    if (names.includes("_") && !names.includes("-"))
        throw new TypeError(`headers must have names such as ${read[0]}`);
    for (const [name, value] of pairs) {
        const lower = name.toLowerCase();
        const word = words.get(lower);
        if (word === undefined || value === undefined || value === null)
            continue;
        const values = Array.isArray(value) ? value : [value];
        for (const text of values) {
            if (typeof text !== "string")
                throw new TypeError(`the header ${lower} must be a text, not ${typeof text}`);
            if (found[word] !== undefined)
                throw new SignatureError("a header came twice");
            if (text.length > (LONGEST[word] ?? 0))
                throw new SignatureError("a header is too long");
            found[word] = text;
        }
    }
    const missing = read.find((name) => found[words.get(name) ?? ""] === undefined);
    if (missing)
        throw new SignatureError(`the header ${missing} is missing`);
    if (!Object.values(found).every((text) => /^[\0-\x7f]*$/.test(text))) {
        throw new SignatureError("a header has other characters than ASCII");
    }
    return found;
}
function listed(headers, read) {
    // A whole request has its headers as a member.
    if (!isDocument(headers) || isDocument(headers["headers"]) || Array.isArray(headers["headers"])) {
        throw new TypeError("headers must be a Headers, or an object with a member for each");
    }
    // A Map tells names apart by their case.
    if (isOfClass(headers, "Map"))
        return Array.from(headers, ([name, value]) => [String(name), value]);
    // A `Headers` of another realm, or of a package, is no instance of that class.
    const { get } = headers;
    if (typeof get !== "function")
        return Object.entries(headers);
    return read.map((name) => [name, get.call(headers, name)]);
}
/** Returns the time of an attempt whose signature is right, in seconds since 1970. Throws a SignatureError. */
async function verified(form, body, sent, keys) {
    if (body.length > LARGEST)
        throw new SignatureError(`the body is longer than ${LARGEST} bytes`);
    const { timestamp = "", signature: all = "" } = sent;
    const signatures = form === STANDARD ? all.split(" ") : [all];
    if (signatures.length > MOST_SIGNATURES) {
        throw new SignatureError(`there are more than ${MOST_SIGNATURES} signatures`);
    }
    if (!TIMESTAMPS[form.timestamp]?.test(timestamp))
        throw new SignatureError("the time cannot be read");
    const moment = Number(timestamp) / (form.timestamp === "milliseconds" ? 1000 : 1);
    const message = await signedBytes(form, { ...sent, body });
    for (const one of signatures) {
        const mac = macOf(form, one);
        for (const key of mac ? keys : []) {
            // WebCrypto compares in constant time.
            if (mac && (await crypto.subtle.verify(HMAC, key, mac, message)))
                return moment;
        }
    }
    throw new SignatureError("no signature matches");
}
/** Returns the bytes of a signature; undefined if it is none. */
function macOf(form, signature) {
    const prefix = form.prefix ?? "";
    const mac = signature.startsWith(prefix) ? signature.slice(prefix.length) : "";
    if (form.encoding === "hex") {
        return /^[0-9a-f]{64}$/.test(mac) ? Uint8Array.from(mac.match(/../g) ?? [], (byte) => parseInt(byte, 16)) : undefined;
    }
    return /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(mac) ? decoded(mac) : undefined;
}
function eventOf(known, body) {
    let document;
    try {
        document = readDocument(body);
    }
    catch (error) {
        if (!(error instanceof ReadingError))
            throw error;
        throw new EventError(`the body cannot be read: ${error.message}`);
    }
    const member = known.namedBy.find((name) => Object.hasOwn(document, name));
    const event = member === undefined ? undefined : document[member];
    if (typeof event !== "string")
        throw new EventError("the body does not name its event");
    if (!Object.hasOwn(known.events, event))
        throw new UnknownEventError(event, document);
    const found = mistakes(document, known.events[event] ?? "", known.records);
    if (found)
        throw new EventError(`the event does not hold what it must: ${found}`);
    return document;
}
