// What the generated modules hold: the rules of each request, and what is known of the service.

/** Where a rule comes from: a section of the specification, and decisions. */
export interface Reason {
  readonly source: string | null;
  readonly decisions: readonly string[];
}

export type JsonType = "array" | "boolean" | "integer" | "null" | "number" | "object" | "string";

/** A rule on a value: a measure of it has a relation to a bound. */
export interface Constraint extends Reason {
  readonly measure: "characters" | "items" | "number" | "places" | "value";
  readonly relation: "above" | "at_least" | "at_most" | "below" | "checked" | "distinct" | "equal" | "matches" | "multiple" | "one_of";
  /** A number that is compared by its digits is a text. */
  readonly bound: unknown;
  readonly code: string;
  readonly advice: string;
  /** Its place in the order in which rules are checked, where cases narrow some. */
  readonly rank?: number;
}

interface Named extends Reason {
  readonly name: string;
  readonly type: JsonType;
  readonly required: boolean;
}

/** A value, or a list of values. */
export interface Field extends Named {
  readonly constraints: readonly Constraint[];
  readonly items?: Member;
}

/** An object whose members are known. */
export interface Group extends Named {
  readonly closed: boolean;
  readonly members: readonly Member[];
  readonly conditions: readonly Condition[];
  readonly cases?: readonly Case[];
}

export type Member = Field | Group;

/** At least one of these combinations of members is complete. */
export interface Condition extends Reason {
  readonly any_of: readonly (readonly string[])[];
}

/** What a member must be for a case to hold, by its path from an object. */
export interface Given {
  readonly path: readonly string[];
  readonly test: "one_of" | "other_than" | "present" | "absent";
  readonly values: readonly unknown[];
}

/** What a member is where all of `given` is so. */
export interface Case extends Reason {
  readonly given: readonly Given[];
  readonly path: readonly string[];
  readonly requirement: "" | "required" | "absent";
  readonly field?: Pick<Field, "constraints">;
}

/** How a service answers what it rejects. */
export interface ServiceProblem extends Reason {
  readonly slug: string;
  readonly status: number;
  readonly title: string;
}

/** A code of violations. */
export interface Code extends Reason {
  readonly code: string;
  /** What errors have in its place, if it is another word. */
  readonly sent?: string;
  readonly meaning: string;
}

export type Cause = "invalid_fields" | "malformed_body" | "payload_too_large" | "unavailable_direction" | "unknown_method";

export interface Method {
  readonly code: string;
  readonly name: string;
  /** Its availability by direction. */
  readonly offers: Readonly<Record<string, string>>;
}

export interface Service {
  readonly limits: { readonly largest: number; readonly deepest: number };
  /** The path of the member that names the method, by direction; empty where the address does, null where nothing does. */
  readonly members: Readonly<Record<string, readonly string[] | null>>;
  readonly directions: Readonly<Record<string, string>>;
  readonly methods: readonly Method[];
  readonly availabilities: Readonly<Record<string, string>>;
  readonly codes: readonly Code[];
  readonly problems: Readonly<Record<Cause, ServiceProblem>>;
}
