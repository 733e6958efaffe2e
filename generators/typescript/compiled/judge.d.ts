import type { Group, Reason, Service, ServiceProblem } from "./data.js";
import { type About, type JsonObject, type Span } from "./json.js";
/** What a body, or a value, breaks. */
export interface Violation extends Reason {
    readonly code: string;
    /** What the service's errors have in place of the code, if it is another word. */
    readonly sent?: string;
    /** A JSON Pointer in the URI fragment form: the missing, unknown or wrong member itself, `#` for the body. */
    readonly pointer: string;
    readonly path: readonly string[];
    readonly message: string;
    /** What to do; "" where nothing is to be said. An unknown name gets the nearest that is known. */
    readonly advice: string;
    readonly about: About;
    /** Where a body cannot be read. */
    readonly span?: Span;
}
/** A value that is accepted, or what is rejected, and the method of the request where it was looked for. */
export type Judgement<T = JsonObject> = Accepted<T> | Rejected;
export interface Accepted<T> {
    readonly ok: true;
    readonly value: T;
    readonly method?: string;
}
export interface Rejected {
    readonly ok: false;
    /** What the service would answer. */
    readonly problem: ServiceProblem;
    /** By pointer and code. */
    readonly violations: readonly Violation[];
    readonly method?: string;
}
/** The method of a request whose rules have to be loaded first. */
export interface Needed {
    readonly needs: string;
}
/** The text or the bytes of a body, as they arrived. */
export type Body = string | Uint8Array | ArrayBuffer;
export type RulesOf = (direction: string, name: string) => Group | undefined;
/** Returns the verdict on the text of a body, by the rules of one request; the method is not looked at. */
export declare function judgedText(body: Body, rules: Group, service: Service): Judgement;
/** Returns the verdict on a value, by the rules of one request. */
export declare function judgedFields(value: unknown, rules: Group, service: Service): Judgement;
/**
 * Returns the verdict on the text of a body of a direction; the method is what the body names.
 *
 * `addressed` is the method that the address names, if no body of the direction does.
 */
export declare function judgedBody(direction: string, body: Body, service: Service, rulesOf: RulesOf, addressed?: string | null): Judgement | Needed;
/** Returns the verdict on a value of a direction, as `judgedBody` does. */
export declare function judgedValue(direction: string, value: unknown, service: Service, rulesOf: RulesOf, addressed?: string | null): Judgement | Needed;
