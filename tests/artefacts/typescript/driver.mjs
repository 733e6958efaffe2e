// Calls the client of a package: a question a line on standard input, what the call ends with a line on standard output.

import { createInterface } from "node:readline";
import { inspect } from "node:util";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(`${folder}/${path}`).href);
const { Client, responseOf } = await load("client/index.js");
const webhooks = await load("client/webhooks.js");
const { parse, validate, unseenByValidate } = await load("index.js");

/** Answers by a script instead of `fetch`: an answer, or an error with a code, for each request, the last one again. */
function scripted(script, requests) {
  return async (url, init) => {
    requests.push({ url, ...init, signal: undefined });
    const next = script[Math.min(requests.length, script.length) - 1];
    if (next.error !== undefined) throw Object.assign(new TypeError("fetch failed"), { cause: { code: next.error } });
    return new Response(next.body, { status: next.status, headers: next.headers });
  };
}

async function called({ options, call, args = [], script, abortAfter }) {
  const [requests, pauses] = [[], []];
  const own = { ...options };
  if (script) {
    own.fetch = scripted(script, requests);
    own.sleep = async (seconds) => void pauses.push(seconds);
  }
  if (abortAfter !== undefined) args.push({ signal: AbortSignal.timeout(abortAfter) });
  const before = process.resourceUsage().maxRSS;
  const found = { requests, pauses };
  let client;
  try {
    client = new Client(own);
    const made = client[call](...args);
    if (made[Symbol.asyncIterator]) {
      found.items = [];
      for await (const item of made) found.items.push(item);
    } else {
      found.record = await made;
      found.response = { ...responseOf(found.record), headers: undefined };
    }
  } catch (error) {
    found.error = shown(error);
  }
  const printed = [inspect(client, { depth: 9, showHidden: true }), String(client), JSON.stringify(client)];
  return { ...found, printed: printed.join("\n"), grown: process.resourceUsage().maxRSS - before };
}

function shown(error) {
  const { name, message, operation, outcomeUnknown, idempotencyKey, status, slug, requestId, retryAfter } = error;
  const told = { name, message, operation, outcomeUnknown, idempotencyKey, status, slug, requestId, retryAfter };
  const { title, detail, violations, problem, record, body, event } = error;
  const cause = error.cause?.cause?.code ?? error.cause?.code ?? error.cause?.name;
  const held = { title, detail, violations, problem, record, event, cause, body: body && Buffer.from(body).toString("latin1") };
  return { ...told, ...held, printed: inspect(error, { depth: 9 }), isError: error instanceof Error };
}

async function verified({ body, headers, secrets, now, tolerance }) {
  const options = { ...(now === undefined ? {} : { now: new Date(now * 1000) }), ...(tolerance === undefined ? {} : { tolerance }) };
  try {
    return { event: await webhooks.verify(Buffer.from(body, "latin1"), headers, secrets, options) };
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
  call: called,
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
