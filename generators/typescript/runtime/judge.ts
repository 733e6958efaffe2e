// A body in, what the service would answer out.
//
// The stages have the service's order: size, text, method, fields. What one stage rejects does not reach the next.

import { advice } from "./advice.js";
import type { Cause, Code, Group, Reason, Service, ServiceProblem } from "./data.js";
import { readObject, Unreadable, type About, type JsonObject, type Span } from "./json.js";
import { pointer } from "./pointers.js";
import { rejectedMembers, typeOf, type Finding } from "./rules.js";

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
export function judgedText(body: Body, rules: Group, service: Service): Judgement {
  return read(body, service, (value) => judgedFields(value, rules, service));
}

/** Returns the verdict on a value, by the rules of one request. */
export function judgedFields(value: unknown, rules: Group, service: Service): Judgement {
  const found = rejectedMembers(rules, value);
  return found.length ? rejected(found, service) : { ok: true, value: value as JsonObject };
}

/**
 * Returns the verdict on the text of a body of a direction; the method is what the body names.
 *
 * `addressed` is the method that the address names, if no body of the direction does.
 */
export function judgedBody(
  direction: string,
  body: Body,
  service: Service,
  rulesOf: RulesOf,
  addressed?: string | null,
): Judgement | Needed {
  return read(body, service, (value) => judgedValue(direction, value, service, rulesOf, addressed));
}

/** Returns the verdict on a value of a direction, as `judgedBody` does. */
export function judgedValue(
  direction: string,
  value: unknown,
  service: Service,
  rulesOf: RulesOf,
  addressed?: string | null,
): Judgement | Needed {
  const path = service.members[direction] ?? [];
  if (service.members[direction] === null) {
    const body = rulesOf(direction, "");
    return body ? judgedFields(value, body, service) : { needs: "" };
  }
  const named = path.length ? methodIn(value, path) : (addressed ?? onlyMethod(direction, service));
  if (typeof named === "object") return rejected([named], service);
  const method = service.methods.find(({ code }) => code === named);
  if (!method) return whole(service, "unknown_method", "", path);
  const offered = method.offers[direction] as string;
  if (offered !== "supported") return whole(service, "unavailable_direction", otherOffers(direction, method.offers, service), path);
  const rules = rulesOf(direction, method.name);
  return rules ? { ...judgedFields(value, rules, service), method: method.code } : { needs: method.code };
}

function read<T>(given: Body, service: Service, judge: (value: JsonObject) => T): T | Judgement {
  const { largest, deepest } = service.limits;
  const body = given instanceof ArrayBuffer ? new Uint8Array(given) : given;
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    throw new TypeError("a body is the text or the bytes as they arrived; `validate` judges values");
  }
  const size = sizeOf(body, largest);
  if (size > largest) return whole(service, "payload_too_large", `The body has ${size} bytes; at most ${largest} are read.`);
  let value;
  try {
    value = readObject(body, deepest);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return whole(service, "malformed_body", sentence(error.message), [], { offset: error.offset, length: error.length });
  }
  return judge(value);
}

function sizeOf(body: string | Uint8Array, largest: number): number {
  // A UTF-16 unit has three bytes at most, so that most texts need not be encoded.
  if (typeof body === "string") return body.length * 3 <= largest ? 0 : new TextEncoder().encode(body).length;
  return body.length;
}

// Returns the code of the only method of a direction; undefined if it has several.
function onlyMethod(direction: string, service: Service): string | undefined {
  const offering = service.methods.filter(({ offers }) => offers[direction] === "supported");
  return offering.length === 1 ? offering[0]?.code : undefined;
}

// Returns the text at a path of objects, or what is wrong with the first step that fails.
function methodIn(body: unknown, path: readonly string[]): string | Finding {
  let value = body;
  if (typeOf(value) !== "object") return { path: [], code: value === null ? "null_not_allowed" : "type", about: "value" };
  for (const [index, step] of path.entries()) {
    const here = path.slice(0, index + 1);
    const found = Object.hasOwn(value as object, step) ? (value as JsonObject)[step] : undefined;
    if (found === undefined) return { path: here, code: "required", about: "missing" };
    const expected = here.length < path.length ? "object" : "string";
    if (typeOf(found) !== expected) return { path: here, code: found === null ? "null_not_allowed" : "type", about: "value" };
    value = found;
  }
  return value as string;
}

function otherOffers(direction: string, offers: Readonly<Record<string, string>>, service: Service): string {
  const others = Object.keys(offers).filter((other) => offers[other] === "supported");
  const where = others.length ? ` It can be used for: ${others.map((other) => service.directions[other]).join(", ")}.` : "";
  return `It is ${service.availabilities[offers[direction] as string]} for ${service.directions[direction]}.${where}`;
}

function rejected(found: readonly Finding[], service: Service): Judgement {
  const violations = found.map((one): Violation => {
    const { code, path, about } = one;
    const { meaning: message = code, sent } = codeNamed(code, service) ?? {};
    return { code, ...(sent && { sent }), pointer: pointer(path), path, message, advice: advice(one), about, ...reason(one, service) };
  });
  return { ok: false, problem: service.problems.invalid_fields, violations: violations.sort(byPlace) };
}

function codeNamed(name: string, { codes }: Service): Code | undefined {
  return codes.find(({ code }) => code === name);
}

// A constraint and a condition have reasons of their own. A field has decisions about much; those that the code names
// too are about this.
function reason({ code, member, constraint, condition }: Finding, service: Service): Reason {
  const stated = constraint ?? condition;
  if (stated) return { source: stated.source, decisions: stated.decisions };
  const { source, decisions } = codeNamed(code, service) ?? { source: null, decisions: [] };
  if (!member) return { source, decisions };
  return { source: member.source ?? source, decisions: decisions.filter((id) => member.decisions.includes(id)) };
}

// Python orders texts by code points, and pointers are ASCII.
function byPlace(one: Violation, other: Violation): number {
  if (one.pointer !== other.pointer) return one.pointer < other.pointer ? -1 : 1;
  return one.code < other.code ? -1 : Number(one.code > other.code);
}

function whole(service: Service, cause: Cause, advice: string, path: readonly string[] = [], span?: Span): Judgement {
  const problem = service.problems[cause];
  const { slug: code, source, decisions } = problem;
  const stated = { code, pointer: pointer(path), path, message: `${problem.title}.`, advice, source, decisions };
  return { ok: false, problem, violations: [{ ...stated, about: "value", ...(span && { span }) }] };
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
