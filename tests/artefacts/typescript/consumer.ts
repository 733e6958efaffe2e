// What an integrator writes: tsc must accept it, and reject each line below a `@ts-expect-error`.

import { ApiError, Client, NetworkError, responseOf, StillWaitingError, ValidationFailedError } from "payments-api/client";
import { exampleNotifications, sign, UnknownEventError, verify } from "payments-api/webhooks";
import type { Requests } from "payments-api";
import type { PayoutRecord } from "payments-api/records";

type PayoutRequest = Requests["payout"];

export async function pay(request: PayoutRequest, signal: AbortSignal): Promise<PayoutRecord | undefined> {
  const client = new Client({ key: "sk_test", baseUrl: "https://service.test", deadline: 30, retries: 2 });
  try {
    const created = await client.createPayout(request, { idempotencyKey: "k-1", signal });
    const { status, replayed, headers } = responseOf(created);
    console.log(status.toFixed(), replayed, headers.get("Date"));
    for await (const one of client.iteratePayouts({ limit: 2, reference: "r" })) console.log(one);
    return await client.waitForPayout("id", { until: ["succeeded"], longest: 60 });
  } catch (error) {
    if (error instanceof ValidationFailedError) {
      const slug: "validation-failed" = error.slug;
      for (const { pointer, code } of error.violations) console.log(slug, pointer, code);
    } else if (error instanceof ApiError) {
      console.log(error.slug, error.status, error.requestId, error.retryAfter);
    } else if (error instanceof NetworkError && error.outcomeUnknown) {
      console.log(error.idempotencyKey);
    } else if (error instanceof StillWaitingError) {
      console.log(error.record);
    }
    return undefined;
  }
}

export async function receive(request: Request): Promise<Response> {
  try {
    const event = await verify(await request.arrayBuffer(), request.headers, ["whsec_a", "whsec_b"], { tolerance: 60 });
    const status: string = event.type === "payout.succeeded" ? event.data.status : "";
    return new Response(status);
  } catch (error) {
    return new Response(null, { status: error instanceof UnknownEventError ? 204 : 400 });
  }
}

export async function test(): Promise<void> {
  for (const { body, headers, secret, signedAt } of exampleNotifications()) {
    await verify(body, headers, secret, { now: signedAt });
    await sign(body, secret, { id: "evt_1" });
  }
}

export function wrong(client: Client, request: PayoutRequest): void {
  // @ts-expect-error: the option has another name
  void client.createPayout(request, { idempotency_key: "k" });
  // @ts-expect-error: an identifier is a text
  void client.getPayout(1);
  // @ts-expect-error: the state is not known
  void client.waitForPayout("id", { until: ["suceeded"] });
  // @ts-expect-error: states are awaited
  void client.waitForPayout("id", {});
  // @ts-expect-error: a body is bytes
  void verify("{}", new Headers(), "whsec_a");
  // @ts-expect-error: what the client keeps is its own
  console.log(client.key);
}
