/** Verifies the signature of a notification and reads its event, on WebCrypto. */
import { isDocument, ReadingError, readDocument } from "./client/reading.js";
import { mistakes } from "./client/records.js";
/** Most bytes of a notification. */
export const LARGEST = 1_048_576;
/** The headers that verifying reads, and the most characters of each. */
const HEADERS = { "webhook-id": 256, "webhook-timestamp": 32, "webhook-signature": 2_048 };
const MOST_SIGNATURES = 16;
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;
const PREFIX = "whsec_";
// The base64 of 24 bytes or more, in its one spelling: `atob` also reads others.
const SECRET = /^whsec_([A-Za-z0-9+/]{4}){8,}([A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/;
/** What a secret is often taken with, and what the error says. */
const MISTAKES = [
    [/\s/, "a secret must have no blank or line break, also none around it"],
    [/["'`]/, "a secret must not be in quotes"],
    [/^v1,/, "a secret must begin with whsec_, not with v1,"],
];
/** A second that every clock knows. */
const TIMESTAMP = /^(?:0|[1-9][0-9]{0,10})$/;
const HMAC = { name: "HMAC", hash: "SHA-256" };
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
    const keys = await keysOf(secrets, "verify");
    const bytes = bytesOf(body);
    const sent = await verified(bytes, headersOf(headers), keys);
    if (Math.abs(now - sent) > tolerance)
        throw new SignatureError("the time is too far away");
    return eventOf(known, bytes);
}
/**
 * Returns the headers of a notification, signed as the service does: for tests of a receiver.
 *
 * `id` is the same in each attempt, `at` the time of the attempt. Throws a TypeError if the secret is none.
 */
export async function sign(body, secret, { id, at = new Date() }) {
    const timestamp = String(Math.floor(secondsOf("at", at)));
    const [key] = await keysOf([secret], "sign");
    const mac = await crypto.subtle.sign(HMAC, key, signedBytes(id, timestamp, bytesOf(body)));
    const signature = `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
    return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
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
async function keysOf(secrets, use) {
    const several = Array.isArray(secrets) ? secrets : [secrets];
    if (!several.length)
        throw new TypeError("no secret was given");
    const bytes = several.map((secret) => decoded(secretOf(secret).slice(PREFIX.length)));
    return Promise.all(bytes.map((one) => crypto.subtle.importKey("raw", one, HMAC, false, [use])));
}
function secretOf(secret) {
    if (secret === undefined || secret === null || secret === "")
        throw new TypeError("no secret was given");
    if (typeof secret !== "string")
        throw new TypeError(`a secret must be a text, not ${typeof secret}`);
    if (SECRET.test(secret))
        return secret;
    const [, mistake] = MISTAKES.find(([form]) => form.test(secret)) ?? [];
    throw new TypeError(mistake ?? "pass at least one secret, each whsec_ and the base64 of 24 bytes or more");
}
function decoded(base64) {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
function headersOf(headers) {
    const found = {};
    const pairs = listed(headers);
    const names = pairs.map(([name]) => name).join(" ");
    // As in an environ: no sender can cause it, as `Content-Length` or another is there.
    if (names.includes("_") && !names.includes("-"))
        throw new TypeError("headers must have names such as webhook-id");
    for (const [name, value] of pairs) {
        const lower = name.toLowerCase();
        if (!isRead(lower) || value === undefined || value === null)
            continue;
        const values = Array.isArray(value) ? value : [value];
        for (const text of values) {
            if (typeof text !== "string")
                throw new TypeError(`the header ${lower} must be a text, not ${typeof text}`);
            if (found[lower] !== undefined)
                throw new SignatureError("a header came twice");
            if (text.length > HEADERS[lower])
                throw new SignatureError("a header is too long");
            found[lower] = text;
        }
    }
    const missing = Object.keys(HEADERS).sort().find((name) => found[name] === undefined);
    if (missing)
        throw new SignatureError(`the header ${missing} is missing`);
    if (!Object.values(found).every((text) => /^[\0-\x7f]*$/.test(text))) {
        throw new SignatureError("a header has other characters than ASCII");
    }
    return found;
}
function listed(headers) {
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
    return Object.keys(HEADERS).map((name) => [name, get.call(headers, name)]);
}
function isRead(name) {
    return Object.hasOwn(HEADERS, name);
}
/** Returns the time of an attempt whose signature is right, in seconds since 1970. Throws a SignatureError. */
async function verified(body, headers, keys) {
    if (body.length > LARGEST)
        throw new SignatureError(`the body is longer than ${LARGEST} bytes`);
    const signatures = headers["webhook-signature"].split(" ");
    if (signatures.length > MOST_SIGNATURES) {
        throw new SignatureError(`there are more than ${MOST_SIGNATURES} signatures`);
    }
    const timestamp = headers["webhook-timestamp"];
    if (!TIMESTAMP.test(timestamp))
        throw new SignatureError("the time cannot be read");
    const message = signedBytes(headers["webhook-id"], timestamp, body);
    for (const one of signatures) {
        const signature = SIGNATURE.exec(one)?.[1];
        for (const key of signature ? keys : []) {
            // WebCrypto compares in constant time.
            if (signature && (await crypto.subtle.verify(HMAC, key, decoded(signature), message)))
                return Number(timestamp);
        }
    }
    throw new SignatureError("no signature matches");
}
function signedBytes(id, timestamp, body) {
    const head = new TextEncoder().encode(`${id}.${timestamp}.`);
    const whole = new Uint8Array(head.length + body.length);
    whole.set(head);
    whole.set(body, head.length);
    return whole;
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
