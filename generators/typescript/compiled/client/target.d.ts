/** The address and the key of the client, and the parts of its HTTP requests. */
import type { Call, Service } from "./service.js";
/** Where calls go, and with which key. */
export interface TargetOptions {
    /** The secret key. No error and no log of the client shows it. Default: an environment variable. */
    readonly apiKey?: string;
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
/** The address of the service and the caller's key, which nothing shows. */
export declare class Target {
    #private;
    /** Throws a TypeError for what no request can be made of. A prefix of all paths may end the address. */
    constructor(service: Service, options: TargetOptions);
    /** Returns the URL of a call and what `fetch` sends. Throws a TypeError before anything is sent. */
    request(call: Call): {
        url: string;
        init: RequestInit;
    };
}
