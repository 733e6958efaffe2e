import type { Condition, Constraint, Group, JsonType, Member } from "./data.js";
import { type About } from "./json.js";
/** What a rule rejects; `member` is the rule of the field or object, and of no member that is unknown. */
export interface Finding {
    readonly path: readonly string[];
    readonly code: string;
    readonly about: About;
    readonly member?: Member;
    readonly constraint?: Constraint;
    readonly condition?: Condition;
    /** The names that an unknown one may have meant. */
    readonly known?: readonly string[];
}
/** Returns what the rules of a request reject, one finding for each member, in the order of the rules. */
export declare function rejectedMembers(root: Group, value: unknown): Finding[];
/** Returns the JSON type of a value; undefined for what JSON does not have. */
export declare function typeOf(value: unknown): Exclude<JsonType, "integer"> | undefined;
