// Typed literals in, answers as JSON lines out, through openapi-fetch with the types that openapi-typescript makes.

import createClient from "openapi-fetch";

import type { paths } from "./client.js";
import { payouts } from "./payloads.js";

const client = createClient<paths>({
    baseUrl: process.env.PAYMENTS_URL,
    headers: { Authorization: `Bearer ${process.env.PAYMENTS_TOKEN}` },
});

for (const body of payouts) {
    const header = { "x-idempotency-key": crypto.randomUUID(), "x-jws-signature": "e30..c2lnbmF0dXJl" };
    const sent = await client.POST("/open-banking/v3.1/pisp/domestic-payments", { params: { header }, body });
    if (sent.error) throw new Error(sent.error.title);
    console.log(JSON.stringify([sent.response.status, sent.data.DomesticPaymentId, null]));
}
