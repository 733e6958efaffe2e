/** What a caller has of the credentials of a service, and what requests carry of it. */

import { encoded, signedHeaders } from "../signing.js";
import type { Credential, Operation, Service } from "./service.js";
import { checked, environment } from "./target.js";
import { Tokens } from "./tokens.js";

/** A secret key. */
export type Secret = string;

/** A name and its secret: a pair, or one text with a colon between them. */
export type Pair = string | readonly [string, string];

/** Headers by name, or what makes them of the HTTP method, the path with its query, and the body of a request. */
export type OwnHeaders =
  | Readonly<Record<string, string>>
  | ((
      httpMethod: string,
      target: string,
      body: string,
    ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

const VISIBLE = /^[!-~]+$/;
const PLAIN = /^[^\x00-\x1f\x7f\p{Cs}]+$/u;
const VALUE = /^[!-~](?:[ -~]*[!-~])?$/;
/** The texts that a caller has for a scheme: a key, or a name and its secret. */
const TEXTS: Readonly<Record<string, readonly RegExp[]>> = {
  bearer: [VISIBLE],
  api_key: [VISIBLE],
  basic: [/^[^:\x00-\x1f\x7f\p{Cs}]+$/u, /^[^\x00-\x1f\x7f\p{Cs}]*$/u],
  signed: [VISIBLE, PLAIN],
  oauth2: [PLAIN, PLAIN],
};

/** The credentials that a caller has, which nothing shows. */
export class Keyring {
  readonly tokens = new Tokens();
  readonly #service: Service;
  readonly #texts = new Map<string, readonly string[]>();
  readonly #headers = new Map<string, OwnHeaders>();

  /** Throws a TypeError for what is no credential; the environment has what is undefined. */
  constructor(service: Service, apiKey: unknown, hasCertificate: boolean) {
    this.#service = service;
    const stated = service.credentials.filter(({ scheme }) => scheme !== "mutual_tls");
    for (const one of service.credentials) if (hasCertificate && !stated.includes(one)) this.#texts.set(one.name, []);
    const only = stated.length === 1 ? stated[0] : undefined;
    const given: unknown = only ? { [only.name]: apiKey } : (apiKey ?? {});
    const names = stated.map(({ name }) => name);
    if (typeof given !== "object" || given === null || !Object.keys(given).every((name) => names.includes(name))) {
      throw new TypeError(`apiKey must have credentials by name, of: ${names.join(", ") || "none"}`);
    }
    const values = new Map<string, unknown>(Object.entries(given));
    for (const one of stated) {
      const { name, scheme, variable } = one;
      const value = values.get(name) ?? environment(variable);
      const patterns = TEXTS[scheme];
      if (value === undefined || value === null) continue;
      if (patterns) this.#texts.set(name, textsOf(patterns, value, only ? "apiKey" : `${name} of apiKey`));
      else this.#headers.set(name, typeof value === "function" ? (value as OwnHeaders) : declared(one, value));
    }
    if (only && service.needsKey && !this.#texts.size && !this.#headers.size) {
      throw new TypeError(`pass an apiKey${only.variable && `, or set ${only.variable}`}`);
    }
  }

  /**
   * Returns the first alternative of which the caller has all. Throws a TypeError if there is none.
   *
   * One without a certificate comes first: a `fetch` of the caller may have none.
   */
  credentials(operation: Operation): readonly Credential[] {
    const lacking: string[] = [];
    const alternatives = operation.alternatives.map((names) =>
      this.#service.credentials.filter(({ name }) => names.includes(name)),
    );
    for (const alternative of alternatives.sort((one, other) => certificates(one) - certificates(other))) {
      const lacks = alternative.filter((one) => !this.#has(one)).map(named);
      if (!lacks.length) return alternative;
      lacking.push(lacks.join(" and "));
    }
    if (lacking.length) throw new TypeError(`${operation.id} needs ${lacking.join(", or ")}`);
    return [];
  }

  /** Returns what an attempt carries of a credential. */
  async headers(credential: Credential, url: string, init: RequestInit, token: string): Promise<Record<string, string>> {
    const { name, scheme, form } = credential;
    const [http_method, body] = [init.method ?? "GET", String(init.body ?? "")];
    const { pathname, search } = new URL(url);
    const target = pathname + search;
    const own = this.#headers.get(name);
    if (own) return declared(credential, typeof own === "function" ? await own(http_method, target, body) : own);
    const texts = this.#texts.get(name) ?? [];
    const [id = "", secret = ""] = texts;
    if (form) {
      const message = { http_method, target, body, key: id, nonce: crypto.randomUUID() };
      return signedHeaders(form, encoded(secret), message, Date.now());
    }
    if (scheme === "api_key") return { [credential.headers["key"] ?? ""]: id };
    if (scheme === "basic") return { Authorization: basic(texts) };
    return scheme === "mutual_tls" ? {} : { Authorization: `Bearer ${scheme === "oauth2" ? token : id}` };
  }

  /** Returns what tells the address of tokens who asks (RFC 6749, section 2.3.1). */
  clientOf(credential: Credential): string {
    const texts = this.#texts.get(credential.name) ?? [];
    return basic(texts.map((text) => new URLSearchParams([["", text]]).toString().slice(1)));
  }

  #has({ name }: Credential): boolean {
    return this.#texts.has(name) || this.#headers.has(name);
  }
}

function certificates(alternative: readonly Credential[]): number {
  return alternative.filter(({ scheme }) => scheme === "mutual_tls").length;
}

function named({ name, scheme, variable }: Credential): string {
  if (scheme === "mutual_tls") return "a fetch with a certificate";
  return `${name} in apiKey${variable && ` or ${variable}`}`;
}

function textsOf(patterns: readonly RegExp[], value: unknown, label: string): readonly string[] {
  const isPair = patterns.length === 2;
  const listed: readonly unknown[] = isPair && Array.isArray(value) ? value : [value];
  const texts = listed.map((one) => checked(label, one));
  const [text = ""] = texts;
  const parts = isPair && texts.length === 1 ? text.split(/:(.*)/s).slice(0, 2) : texts;
  if (parts.length === patterns.length && patterns.every((pattern, index) => pattern.test(parts[index] ?? ""))) return parts;
  const pair = "a name and a secret, without control characters: a pair, or a text with a colon";
  throw new TypeError(`${label} must be ${isPair ? pair : "visible ASCII characters"}`);
}

function declared(credential: Credential, made: unknown): Record<string, string> {
  if (typeof made !== "object" || made === null) throw new TypeError(`${credential.name} must be headers by name`);
  const names = Object.values(credential.headers);
  const given: [string, unknown][] = Object.entries(made);
  const values = new Map(given.map(([name, value]) => [name.toLowerCase(), checked(name, value)]));
  if (values.size !== names.length || !names.every((name) => VALUE.test(values.get(name.toLowerCase()) ?? ""))) {
    throw new TypeError(`${credential.name} must be ${names.join(", ")}, of visible ASCII characters`);
  }
  return Object.fromEntries(names.map((name) => [name, values.get(name.toLowerCase()) ?? ""]));
}

function basic(texts: readonly string[]): string {
  return `Basic ${btoa(String.fromCharCode(...encoded(texts.join(":"))))}`;
}
