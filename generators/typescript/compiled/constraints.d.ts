import type { Constraint } from "./data.js";
/** Returns whether a value, which has the right JSON type, keeps a constraint. */
export declare function keeps({ measure, relation, bound }: Constraint, value: unknown): boolean;
