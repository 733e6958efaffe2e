/** What a caller has of the credentials of a service, and what requests carry of it. */
import type { Credential, Operation, Service } from "./service.js";
import { Tokens } from "./tokens.js";
/** A secret key. */
export type Secret = string;
/** A name and its secret: a pair, or one text with a colon between them. */
export type Pair = string | readonly [string, string];
/** Headers by name, or what makes them of the HTTP method, the path with its query, and the body of a request. */
export type OwnHeaders = Readonly<Record<string, string>> | ((httpMethod: string, target: string, body: string) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);
/** The credentials that a caller has, which nothing shows. */
export declare class Keyring {
    #private;
    readonly tokens: Tokens;
    /** Throws a TypeError for what is no credential; the environment has what is undefined. */
    constructor(service: Service, apiKey: unknown, hasCertificate: boolean);
    /**
     * Returns the first alternative of which the caller has all. Throws a TypeError if there is none.
     *
     * One without a certificate comes first: a `fetch` of the caller may have none.
     */
    credentials(operation: Operation): readonly Credential[];
    /** Returns what an attempt carries of a credential. */
    headers(credential: Credential, url: string, init: RequestInit, token: string): Promise<Record<string, string>>;
    /** Returns what tells the address of tokens who asks (RFC 6749, section 2.3.1). */
    clientOf(credential: Credential): string;
}
