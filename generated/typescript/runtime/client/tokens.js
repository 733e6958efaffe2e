/** Tokens that the service gave for the id and the secret of a client (RFC 6749, section 4.4). */
import { readDocument } from "./reading.js";
const FOREVER = 1_000_000_000;
/** The token of each credential, which nothing shows, and who requests one: one call after the other. */
export class Tokens {
    #kept = new Map();
    #last = Promise.resolve();
    /** Returns what some work returns, which begins when that of others has ended. Throws if a signal aborts it. */
    inTurn(work, signal) {
        const found = this.#last.then(() => signal.throwIfAborted()).then(work);
        this.#last = found.catch(() => undefined);
        return Promise.race([found, aborted(signal)]);
    }
    /** Returns the token; an empty text if there is none, or it ends soon. */
    text({ name }) {
        const [text, end] = this.#kept.get(name) ?? ["", 0];
        return performance.now() < end ? text : "";
    }
    /** Returns the token that an answer gives, and keeps it; an empty text if it gives none. */
    keep({ name }, answer, askedAt) {
        const [text, seconds] = tokenIn(answer);
        this.#kept.set(name, [text, askedAt + 1000 * (seconds - Math.min(30, seconds / 10))]);
        return text;
    }
    /** Uses a token no more. */
    reject(credential, text) {
        if (this.text(credential) === text)
            this.#kept.delete(credential.name);
    }
}
/** Returns what throws as soon as a signal aborts. */
export function aborted(signal) {
    return new Promise((_, reject) => {
        if (signal.aborted)
            reject(signal.reason);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
}
/** Returns the member for which an answer gives no token; an empty text if it gives one. */
export function lacking({ access_token: text, token_type: type, expires_in: seconds = FOREVER }) {
    if (!(typeof text === "string" && /^[!-~]+$/.test(text)))
        return "access_token";
    if (String(type).toLowerCase() !== "bearer")
        return "token_type";
    return typeof seconds === "number" ? "" : "expires_in";
}
function tokenIn(answer) {
    try {
        const document = readDocument(answer.body);
        if (answer.cut || answer.status !== 200 || lacking(document))
            return ["", 0];
        const { access_token: text, expires_in: seconds = FOREVER } = document;
        return [text, Math.min(seconds, FOREVER)];
    }
    catch {
        return ["", 0];
    }
}
