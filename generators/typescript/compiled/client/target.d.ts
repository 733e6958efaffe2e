/** The address of the service, and the parts of HTTP requests. */
import type { Call, Service } from "./service.js";
/** Where calls go. */
export interface TargetOptions {
    /** Address of the service. Default: an environment variable, or else the address of the documentation. */
    readonly baseUrl?: string;
    /** Hosts that may be called over http://, which shows the key to everybody on the way. This machine is always allowed. */
    readonly allowHttp?: readonly string[];
    /**
     * Lets the client run in a browser. Everybody who opens the page can read its key, so it is for pages that nobody
     * else opens, such as tests: browsers call your server, and your server calls the service.
     */
    readonly allowBrowser?: boolean;
}
/** The address of the service. */
export declare class Target {
    #private;
    /** Throws a TypeError for what no request can be made of. A prefix of all paths may end the address. */
    constructor(service: Service, options: TargetOptions);
    /** Returns the URL of a call and what `fetch` sends, without credentials. Throws a TypeError before anything is sent. */
    request(call: Call): {
        url: string;
        init: RequestInit;
    };
    /** Returns the same of a request for a token of a client (RFC 6749, section 4.4.2). */
    tokenRequest(path: string, authorization: string): {
        url: string;
        init: RequestInit;
    };
}
/** Returns a variable of the environment, if there is one. */
export declare function environment(name: string): string | undefined;
/** Returns a value that is a text. Throws a TypeError for another. */
export declare function checked(name: string, value: unknown): string;
