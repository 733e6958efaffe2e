/** Reads the record of a call from an HTTP answer, or makes the error that explains why there is none. */

import { AnswerError, ClientError, type ReportedViolation } from "./errors.js";
import { type Document, isDocument, ReadingError, readDocument } from "./reading.js";
import type { Received } from "./receiving.js";
import { mistakes } from "./records.js";
import { keepResponse } from "./response.js";
import { type Said, saidIn } from "./said.js";
import { type Call, changes, isRepeatable, type Operation, type Service } from "./service.js";
import { codeOrNothing, pathOrNothing, plain, pointerOrNothing } from "./texts.js";
import { lacking } from "./tokens.js";

const FOREVER = 1_000_000_000;
const LONGEST_CURSOR = 2_000;
const MOST_ERRORS = 100;
const MOST_TOLD = 10;
const MOMENT = /^[A-Za-z]{3,9},? +\d/;

/** Reads the answers of a service. */
export class Answers {
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
  }

  /**
   * Returns the record that an answer holds; undefined if it has no content. Throws an ApiError or AnswerError.
   *
   * `doubt` is true if an earlier attempt may have been carried out.
   */
  recordOf(call: Call, answer: Received, doubt: boolean): Document | undefined {
    if (answer.cut) throw this.#unreadable(call, answer, answer.cut);
    if (answer.status !== call.operation.status) throw this.#problem(call, answer, doubt);
    if (call.operation.record === null) return undefined;
    const [kind] = (call.operation.answerMediaType ?? "application/json").split(";");
    if (mediaType(answer) !== kind) throw this.#unreadable(call, answer, `it is not ${kind}`);
    const record = this.#documentOf(call, answer, call.operation.record, "the record");
    const { status, headers } = answer;
    const replayed = (headers.get(this.#service.replayedHeader) ?? "").trim().toLowerCase() === "true";
    keepResponse(record, { status, headers, requestId: this.#requestId(answer), replayed });
    return record;
  }

  /** Returns the error of an answer of the address of tokens, which gives none. */
  noToken(call: Call, answer: Received, doubt: boolean, path: string): AnswerError {
    let document: Document = {};
    try {
      if (!answer.cut) document = readDocument(answer.body);
    } catch {
      // It has no member.
    }
    const code = codeOrNothing(document["error"]) || (answer.status === 200 ? `no valid ${lacking(document)}` : "");
    return new AnswerError(`${path} gave no token: it answered with status ${answer.status}${code && ` (${code})`}`, {
      operation: call.operation.id,
      outcomeUnknown: doubt,
      idempotencyKey: call.idempotencyKey,
      status: answer.status,
      requestId: this.#requestId(answer),
    });
  }

  /** Returns whether an answer is a problem that says when to repeat the request. */
  asksToWait(answer: Received): boolean {
    return this.#service.waiting.includes(this.#slugOf(answer));
  }

  /** Returns whether an earlier request with the key of a call is not done. */
  stillRuns(call: Call, answer: Received): boolean {
    return changes(call) && isRepeatable(call) && this.#slugOf(answer) === this.#service.stillRunning;
  }

  /** Returns whether the call may have been carried out, or may still be. */
  inDoubt(call: Call, answer: Received): boolean {
    const { stillRunning, statuses } = this.#service;
    const slug = this.#slugOf(answer);
    const mayRun = !slug && isRepeatable(call) && statuses[stillRunning] === answer.status;
    return changes(call) && (answer.status >= 500 || slug === stillRunning || mayRun);
  }

  #slugOf(answer: Received): string {
    if (answer.cut || !this.#isProblem(answer)) return "";
    try {
      return this.#slug(answer, saidIn(this.#service.problemParts, readDocument(answer.body)));
    } catch {
      return "";
    }
  }

  #problem(call: Call, answer: Received, doubt: boolean): ClientError {
    if (!this.#isProblem(answer)) return this.#unreadable(call, answer, "it is neither the record nor a problem");
    const problem = this.#documentOf(call, answer, this.#service.problemRecord, "the problem");
    const said = saidIn(this.#service.problemParts, problem);
    const slug = this.#slug(answer, said);
    const listed = list(said["violations"]);
    const violations = listed.slice(0, MOST_ERRORS).map(violation);
    const kind = Object.hasOwn(this.#service.errors, slug) ? this.#service.errors[slug] : undefined;
    const made = kind ?? this.#service.error;
    return new made(this.#text(answer.status, slug, violations, listed.length), {
      operation: call.operation.id,
      outcomeUnknown: doubt || this.inDoubt(call, answer),
      idempotencyKey: call.idempotencyKey,
      status: answer.status,
      slug,
      title: plain(said["title"]),
      detail: plain(said["detail"], 1_000),
      violations,
      existingId: plain(said["existing_id"]),
      method: plain(said["method"]),
      direction: plain(said["direction"]),
      availability: plain(said["availability"]),
      availableDirections: list(said["available_directions"]).slice(0, MOST_ERRORS).map((name) => plain(name)),
      requestId: this.#requestId(answer) || plain(said["request_id"]),
      retryAfter: retryAfter(answer),
      problem: problem as never,
    });
  }

  #documentOf(call: Call, answer: Received, record: string, what: string): Document {
    let document: Document;
    try {
      document = readDocument(answer.body);
    } catch (error) {
      // A reader has limits of its own. Whatever it throws, the request was sent, and its key must not be lost.
      const why = error instanceof ReadingError ? error.message : "it is beyond what can be read";
      throw this.#unreadable(call, answer, `${what} cannot be read: ${why}`);
    }
    const found = mistakes(document, record, this.#service.records);
    if (found) throw this.#unreadable(call, answer, `${what} does not hold what it must: ${found}`);
    return document;
  }

  /** Only what is known beforehand: the answer's own words could repeat a value. */
  #text(status: number, slug: string, violations: readonly ReportedViolation[], count: number): string {
    const title = Object.hasOwn(this.#service.titles, slug) ? `: ${this.#service.titles[slug]}` : "";
    const named = violations.slice(0, MOST_TOLD).map((one) => `${one.pointer || one.path || "?"} ${one.code || "?"}`);
    if (count > named.length) named.push(`and ${(count - named.length).toLocaleString("en")} more`);
    return `${status} ${slug}${title}${named.length ? ` (${named.join("; ")})` : ""}`;
  }

  #isProblem(answer: Received): boolean {
    return answer.status >= 400 && mediaType(answer) === this.#service.problemMediaType;
  }

  /** Returns the kind of problem; where the body names none, the only one with its status, or with its title, too. */
  #slug(answer: Received, said: Said): string {
    const { problemBase: base, statuses, titles } = this.#service;
    const type = plain(said["type"]);
    const slug = plain(said["slug"]) || (type.startsWith(base) ? type.slice(base.length) : type);
    const sameStatus = Object.keys(statuses).filter((name) => statuses[name] === answer.status);
    const slugs = sameStatus.length === 1 ? sameStatus : sameStatus.filter((name) => titles[name] === said["title"]);
    return slug || (slugs.length === 1 ? (slugs[0] ?? "") : "");
  }

  #unreadable(call: Call, answer: Received, why: string): AnswerError {
    return new AnswerError(`the answer with status ${answer.status} is not as documented: ${why}`, {
      operation: call.operation.id,
      outcomeUnknown: changes(call),
      idempotencyKey: call.idempotencyKey,
      status: answer.status,
      requestId: this.#requestId(answer),
      body: answer.body,
    });
  }

  #requestId(answer: Received): string {
    return plain(answer.headers.get(this.#service.requestIdHeader));
  }
}

/** Returns where the next page begins; `seen` has the cursors of all pages. Throws an AnswerError where none can begin. */
export function anotherPage(operation: Operation, seen: Set<string | undefined>, found: string): string {
  const why = seen.has(found)
    ? "the page names itself or an earlier one as the next one"
    : found.length > LONGEST_CURSOR
      ? `the cursor has more than ${LONGEST_CURSOR.toLocaleString("en")} characters`
      : "";
  if (why) throw new AnswerError(why, { operation: operation.id, status: operation.status });
  seen.add(found);
  return found;
}

/**
 * Returns the seconds to wait before the request is repeated, if the answer says so; at most a billion.
 *
 * Proxies may name a moment instead of seconds.
 */
export function retryAfter(answer: Received): number | undefined {
  const text = (answer.headers.get("Retry-After") ?? "").trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), FOREVER);
  const moment = MOMENT.test(text) ? Date.parse(text.slice(0, 64)) : Number.NaN;
  return Number.isNaN(moment) ? undefined : Math.min(Math.max(0, Math.ceil((moment - Date.now()) / 1000)), FOREVER);
}

function violation(listed: unknown): ReportedViolation {
  const said = isDocument(listed) ? listed : {};
  return {
    pointer: pointerOrNothing(said["pointer"]),
    path: pathOrNothing(said["path"]),
    code: codeOrNothing(said["code"]),
    detail: plain(said["message"]),
    acceptedCombinations: list(said["accepted_combinations"])
      .slice(0, MOST_TOLD)
      .map((names) => list(names).slice(0, MOST_TOLD).map((name) => plain(name))),
  };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the media type; empty if the answer is not in UTF-8. */
function mediaType(answer: Received): string {
  const [kind = "", ...parameters] = (answer.headers.get("Content-Type") ?? "").split(";");
  const charsets = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(one)?.[1]?.toLowerCase());
  return charsets.every((one) => one === undefined || one === "utf-8") ? kind.trim().toLowerCase() : "";
}
