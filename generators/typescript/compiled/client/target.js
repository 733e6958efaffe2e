/** The address of the service, and the parts of HTTP requests. */
import { written } from "./writing.js";
const JSON_TYPE = "application/json";
const VISIBLE = /^[!-~]+$/;
/** The address of the service. */
export class Target {
    #service;
    #address;
    /** Throws a TypeError for what no request can be made of. A prefix of all paths may end the address. */
    constructor(service, options) {
        if (isBrowser() && !options.allowBrowser) {
            throw new TypeError("the client is for servers: in a browser everybody could read its key. Call your server from the page, and " +
                "the service from there; or set allowBrowser: true for a page that only you open");
        }
        this.#service = service;
        this.#address = address(options, service);
    }
    /** Returns the URL of a call and what `fetch` sends, without credentials. Throws a TypeError before anything is sent. */
    request(call) {
        // Without a prototype, a header may have any name.
        const headers = Object.create(null);
        for (const [name, value] of sent({ ...call.header, [this.#service.keyHeader]: call.idempotencyKey })) {
            if (!VISIBLE.test(value))
                throw new TypeError(`${name} must be visible ASCII characters`);
            headers[name] = value;
        }
        headers["Accept"] = [...new Set([call.operation.answerMediaType ?? JSON_TYPE, this.#service.problemMediaType])].join(", ");
        const init = { method: call.operation.httpMethod, headers: this.#named(headers) };
        // An operation that takes a request has the member, whatever it is.
        if ("body" in call) {
            headers["Content-Type"] = call.operation.mediaType ?? JSON_TYPE;
            init.body = content(call);
        }
        const query = new URLSearchParams(sent(call.query ?? {})).toString();
        return { url: this.#address + path(call) + (query && `?${query}`), init };
    }
    /** Returns the same of a request for a token of a client (RFC 6749, section 4.4.2). */
    tokenRequest(path, authorization) {
        const types = { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" };
        const headers = this.#named({ ...types, Authorization: authorization });
        return { url: this.#address + path, init: { method: "POST", headers, body: "grant_type=client_credentials" } };
    }
    /** A browser names itself, and asks the service first whether it may send another name. */
    #named(headers) {
        if (!isBrowser())
            headers["User-Agent"] = this.#service.agent;
        return headers;
    }
}
function address(options, service) {
    const text = checked("baseUrl", options.baseUrl ?? (environment(service.urlVariable) || service.baseUrl));
    // A `?` or `#` without anything behind it shows in the text alone, and a URL leaves tabs and line breaks out.
    if (/[\s?#@\\\p{C}]/u.test(text)) {
        throw new TypeError("baseUrl must hold no user, query, fragment, space or control character");
    }
    const url = parsed(text);
    if (!url || !["http:", "https:"].includes(url.protocol) || !/^https?:\/\//i.test(text)) {
        throw new TypeError("baseUrl must begin with https:// and name a host");
    }
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // A text has the method `includes`, too, and would allow each part of it.
    const hosts = [options.allowHttp ?? []].flat().map((one) => checked("a host of allowHttp", one));
    if (url.protocol === "http:" && !isLocal(host) && !hosts.includes(host)) {
        throw new TypeError("baseUrl must begin with https://, as everybody on the way reads what is sent over http://; " +
            `or name the host: allowHttp: [${JSON.stringify(host)}]`);
    }
    const whole = `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
    const prefix = service.basePath;
    return prefix && whole.endsWith(prefix) ? whole.slice(0, -prefix.length) : whole;
}
function parsed(text) {
    try {
        return new URL(text);
    }
    catch {
        return undefined;
    }
}
function isLocal(host) {
    return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
/** Pages have a document; workers have none, but each browser says that it is a Mozilla, and no server does. */
function isBrowser() {
    const { window, navigator } = globalThis;
    return window?.document !== undefined || String(navigator?.userAgent).startsWith("Mozilla/");
}
/** Returns a variable of the environment, if there is one. */
export function environment(name) {
    const { process } = globalThis;
    return process?.env?.[name];
}
function sent(values) {
    return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(name, value)]]));
}
/** Returns a value that is a text. Throws a TypeError for another. */
export function checked(name, value) {
    if (typeof value === "string")
        return value;
    throw new TypeError(`${name} must be a text, not ${typeof value}`);
}
/** Null would be sent as its name, and a listing would find nothing. */
function textOf(name, value) {
    if (typeof value === "string" || Number.isFinite(value))
        return String(value);
    throw new TypeError(`${name} must be a text or a number`);
}
function content(call) {
    const { id } = call.operation;
    if (typeof call.body !== "object" || call.body === null || Array.isArray(call.body)) {
        throw new TypeError(`${id} takes a request, an object`);
    }
    try {
        return written(call.body);
    }
    catch (error) {
        if (!(error instanceof TypeError))
            throw error;
        throw new TypeError(`${id}: ${error.message}`);
    }
}
function path(call) {
    let found = call.operation.path;
    for (const [name, value] of Object.entries(call.path ?? {})) {
        const text = encodeURIComponent(textOf(name, value));
        // It would be another path.
        if (["", ".", ".."].includes(text))
            throw new TypeError(`${name} is no identifier`);
        found = found.replace(`{${name}}`, () => text);
    }
    return found;
}
