import type { Case, Group, Member } from "./data.js";
import { type JsonObject } from "./json.js";
/** Cases that hold, each with the path to its member from an object. */
export type Decisions = readonly {
    readonly path: readonly string[];
    readonly case: Case;
}[];
/** Returns the cases that hold of an object: those that objects around it decided, and its own. */
export declare function decisionsIn(group: Group, value: JsonObject, outer: Decisions): Decisions;
/** Returns what is decided about the members of a member. */
export declare function inside(decisions: Decisions, name: string): Decisions;
/** Returns the cases that decide about a member itself. */
export declare function about(decisions: Decisions, name: string): readonly Case[];
/** Returns whether an object has a member. What holds a member that is required, is required, too. */
export declare function requirementOf(member: Member, decisions: Decisions): "required" | "optional" | "absent";
