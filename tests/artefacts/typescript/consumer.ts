// What an integrator writes: tsc must accept it, and reject each line below a `@ts-expect-error`.

import { ApiError, Client, NetworkError, responseOf, StillWaitingError, ValidationFailedError } from "payments-api/client";
import { type EventName, exampleNotifications, type Notifications, sign, UnknownEventError, verify } from "payments-api/webhooks";
import { parse, type Requests } from "payments-api";
import type { PayInRecord, PayoutRecord } from "payments-api/records";
import type { UpiPayoutRequest } from "payments-api/payout/upi";

type PayoutRequest = Requests["payout"];

export async function pay(request: PayoutRequest, signal: AbortSignal): Promise<PayoutRecord | undefined> {
  const client = new Client({ apiKey: "sk_test", baseUrl: "https://service.test", deadline: 30, retries: 2 });
  try {
    const created = await client.payouts.create(request, { idempotencyKey: "k-1", signal });
    const { status, replayed, headers } = responseOf(created);
    console.log(status.toFixed(), replayed, headers.get("Date"));
    for await (const one of client.payouts.iterate({ limit: 2, reference: "r" })) console.log(one);
    return await client.payouts.wait("id", { until: ["succeeded"], deadline: 60 });
  } catch (error) {
    if (error instanceof ValidationFailedError) {
      const slug: "validation-failed" = error.slug;
      for (const { pointer, code } of error.errors) console.log(slug, pointer, code);
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
    return new Response(told(event));
  } catch (error) {
    return new Response(null, { status: error instanceof UnknownEventError ? 204 : 400 });
  }
}

function told(event: Notifications[EventName]): string {
  switch (event.type) {
    case "payin.processing":
    case "payin.succeeded":
    case "payin.failed":
    case "payin.expired": {
      const paid: PayInRecord = event.data;
      return paid.next_action.type;
    }
    case "payout.succeeded": {
      const one: Notifications["payout.succeeded"] = event;
      return one.data.recipient?.full_name ?? "";
    }
    case "payout.processing":
    case "payout.failed":
    case "payout.returned": {
      const sent: PayoutRecord = event.data;
      // @ts-expect-error: a payout has none
      console.log(event.data.next_action);
      return sent.status;
    }
  }
  const none: never = event; // every event has its case
  return none;
}

export function identified(body: string): string {
  const judged = parse("payout", body);
  if (!judged.ok) return judged.violations.map(({ code, advice }) => `${code} ${advice}`).join();
  const request = judged.value;
  // @ts-expect-error: only some methods have it
  console.log(request.recipient.upi_id);
  if (request.method_code !== "UPI") return request.reference;
  const upi: UpiPayoutRequest = request;
  return upi.recipient.upi_id ?? upi.currency;
}

export async function test(): Promise<void> {
  for (const { body, headers, secret, signedAt } of exampleNotifications()) {
    await verify(body, headers, secret, { now: signedAt });
    await sign(body, secret, { id: "evt_1" });
  }
}

export function wrong(client: Client, request: PayoutRequest): void {
  // @ts-expect-error: the option has another name
  void client.payouts.create(request, { idempotency_key: "k" });
  // @ts-expect-error: an identifier is a text
  void client.payouts.get(1);
  // @ts-expect-error: the state is not known
  void client.payouts.wait("id", { until: ["suceeded"] });
  // @ts-expect-error: states are awaited
  void client.payouts.wait("id", {});
  // @ts-expect-error: a body is bytes
  void verify("{}", new Headers(), "whsec_a");
  // @ts-expect-error: what the client keeps is its own
  console.log(client.key);
}
