// Calls the client of a package: a question a line on standard input, what the call ends with a line on standard output.

import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";

const [folder] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(`${folder}/${path}`).href);
const { Client, responseOf } = await load("client/index.js");
const { Caller } = await load("runtime/client/caller.js");
const { SERVICE } = await load("client/service.js");
const webhooks = await load("client/webhooks.js");
const { parse, validate, unseenByValidate } = await load("index.js");

/** Answers by a script instead of `fetch`: an answer, or an error with its cause, for each request, the last one again. */
function scripted(script, requests) {
  return async (url, init) => {
    requests.push({ url, ...init, signal: undefined });
    const next = script[Math.min(requests.length, script.length) - 1];
    if (next.error !== undefined) throw failed(next, init);
    return new Response(next.body, { status: next.status, headers: next.headers });
  };
}

function failed({ error: code, ...more }, init) {
  const error = Object.assign(new TypeError("fetch failed"), { cause: { code, ...more } });
  if (more.holds === "request") Object.assign(error.cause, { config: init, cause: { config: init } });
  if (more.holds === "itself") error.cause.cause = error;
  return error;
}

/** What sleeps during the calls, by a name; `pauses` gets the seconds. The caller may abort when a pause begins. */
const sleeps = {
  none: (pauses) => async (seconds) => void pauses.push(seconds),
  node: (pauses, controller, abort) => (seconds, signal) => {
    pauses.push(seconds);
    const pause = setTimeout(seconds * 1000, undefined, { signal });
    if (abort === "pause") controller.abort();
    return pause;
  },
  broken: () => () => {
    throw new RangeError("no clock");
  },
};

/** Bodies that no JSON of a question can hold, by a name, made of one that is accepted. */
const bodies = {
  bigint: (body) => ({ ...body, metadata: { n: 12345678901234567890n, m: [-1n] } }),
  parsed: (body) => {
    const text = JSON.stringify(body).replace(/}$/, ',"metadata":{"n":12345678901234567890}}');
    const judged = parse("payout", text);
    if (!judged.ok) throw new Error(JSON.stringify(judged.violations));
    return judged.value;
  },
  nothing: () => undefined,
  undefined: (body) => ({ ...body, metadata: undefined }),
  date: (body) => ({ ...body, metadata: { at: new Date(0), bare: Object.assign(Object.create(null), { a: 1 }) } }),
  foreign: (body) => runInNewContext("JSON.parse(text)", { text: JSON.stringify(body) }),
  names: (body) => ({ ...body, metadata: JSON.parse('{"__proto__": 1, "toString": "\\ud800\\n"}') }),
  ...Object.fromEntries(
    Object.entries({
      "undefined in a list": [undefined],
      "a hole in a list": [, 1],
      NaN: NaN,
      "a boxed NaN": new Number(NaN),
      "a date that is none": new Date(NaN),
      "a function": () => 1,
      "a symbol": Symbol("s"),
      "a map": new Map([["a", 1]]),
      bytes: new Uint8Array(2),
    }).map(([name, value]) => [name, (body) => ({ ...body, metadata: { deep: { "a/b": value } } })]),
  ),
  itself: (body) => {
    body.metadata = { body };
    return body;
  },
};

/** Makes the headers of a credential, by an item for each attempt, the last one again; `made` gets what is sent. */
const maker = (items, made) => async (...sent) => {
  const item = items[Math.min(made.push(sent), items.length) - 1];
  if (item === "raises") throw new Error("no signer");
  return item === "never" ? new Promise(() => undefined) : item;
};

async function called({ options, call, args = [], script, times = 1, abort, sleep, body, bare, makes }) {
  const [requests, pauses] = [[], []];
  const own = { ...options };
  if (makes) own.apiKey = { jws: maker(makes, []) };
  const controller = new AbortController();
  if (script) own.fetch = scripted(script, requests);
  if (abort === "sent") own.fetch = (...request) => [fetch(...request), controller.abort()][0];
  if (abort === "answer") own.fetch = (...request) => fetch(...request).finally(() => controller.abort());
  if (script || sleep) own.sleep = sleeps[sleep ?? "none"](pauses, controller, abort);
  const before = process.resourceUsage().maxRSS;
  const found = { requests, pauses };
  let client;
  try {
    client = bare ? new Caller(SERVICE, own) : new Client(own);
    if (body) args[0] = bodies[body](args[0]);
    if (abort === "before") controller.abort();
    if (abort) args.push({ ...(call.endsWith(".wait") ? args.pop() : {}), signal: controller.signal });
    const [method, ...resource] = call.split(".").reverse();
    const owner = resource.length ? client[resource[0]] : client;
    for (let before = 1; before < times; before++) await owner[method](...args);
    const made = owner[method](...args);
    if (made[Symbol.asyncIterator]) {
      found.items = [];
      for await (const item of made) found.items.push(item);
    } else {
      found.record = await made;
      const { status, requestId: request_id, replayed } = responseOf(found.record);
      found.response = { status, request_id, replayed };
    }
  } catch (error) {
    found.error = shown(error);
  }
  const printed = [inspect(client, { depth: 9, showHidden: true }), String(client), JSON.stringify(client)];
  return { ...found, printed: printed.join("\n"), grown: process.resourceUsage().maxRSS - before };
}

/** Returns what is known of an error, under the names that the Python package has for it. */
function shown(error) {
  const { name, message, operation, status, slug, title, detail, record, event, problem } = error;
  const { outcomeUnknown: outcome_unknown, idempotencyKey: idempotency_key, requestId: request_id } = error;
  const { retryAfter: retry_after, errors: rejected, body, document = problem } = error;
  const told = { name, message, operation, outcome_unknown, idempotency_key, status, slug, request_id, retry_after };
  const errors = rejected?.map(({ acceptedCombinations: accepted_combinations, ...one }) => ({ ...one, accepted_combinations }));
  const cause = error.cause?.cause?.code ?? error.cause?.code ?? error.cause?.name;
  const held = { title, detail, errors, document, record, event, cause, body: body && Buffer.from(body).toString("latin1") };
  return { ...told, ...held, printed: inspect(error, { depth: 9 }), isError: error instanceof Error };
}

async function verified({ body, headers, secrets, now, tolerance, held, ...asked }) {
  const times = { ...(now === undefined ? {} : { now: new Date(now * 1000) }), ...(tolerance === undefined ? {} : { tolerance }) };
  try {
    const sent = held === "map" ? new Map(Object.entries(headers)) : headers;
    const options = "options" in asked ? asked.options : times;
    return { event: await webhooks.verify(Buffer.from(body, "latin1"), sent, secrets, options) };
  } catch (error) {
    return { error: shown(error) };
  }
}

/** Returns what `parse` says of a body, and what `validate` says of the value that `JSON.parse` makes of it, if any. */
function judged({ direction, body, method }) {
  const bytes = Buffer.from(body, "base64");
  const told = ({ value, violations = [] }) => ({ value, found: violations.map(({ code, pointer }) => [code, pointer]) });
  const found = { parsed: told(parse(direction, bytes, method)), unseen: unseenByValidate };
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    found.validated = told(validate(direction, value, method));
  } catch {
    // No value, so there is nothing to validate.
  }
  return { ...found, polluted: "polluted" in {} };
}

const acts = {
  judge: async (question) => judged(question),
  /** Tells what `parse` says of a body that is held in some way. */
  hold: async ({ direction, body, held }) => {
    const bytes = new Uint8Array(Buffer.from(body, "base64"));
    const ways = { text: () => new TextDecoder().decode(bytes), bytes: () => bytes, buffer: () => bytes.buffer };
    const given = (ways[held] ?? (() => JSON.parse(held)))();
    try {
      return parse(direction, given);
    } catch (error) {
      return { error: error.name };
    }
  },
  call: called,
  /** Makes a call several times at once, and tells how each ends. */
  together: async ({ options, call, args, times, makes }) => {
    let client;
    const made = [];
    if (makes) options.apiKey = { jws: maker(makes, made) };
    const [resource, method] = call.split(".");
    const ended = async () => {
      try {
        client ??= new Client({ ...options, sleep: async () => undefined });
        return await client[resource][method](...args);
      } catch (error) {
        return shown(error);
      }
    };
    const all = await Promise.all(Array.from({ length: times }, ended));
    return { ended: all, made, printed: inspect(client, { depth: 9, showHidden: true }) };
  },
  verify: verified,
  sign: async ({ body, secret, id, at }) => webhooks.sign(Buffer.from(body, "latin1"), secret, { id, at: new Date(at * 1000) }),
  examples: async () => {
    const found = [];
    for (const { type, body, headers, secret, signedAt } of webhooks.exampleNotifications()) {
      const event = await webhooks.verify(body, headers, secret, { now: signedAt });
      found.push({ type, event: event.type });
    }
    return found;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { act, ...question } = JSON.parse(line);
  const answer = JSON.stringify(await acts[act](question), (_, value) => (typeof value === "bigint" ? `${value}` : value));
  process.stdout.write(`${answer}\n`);
}
