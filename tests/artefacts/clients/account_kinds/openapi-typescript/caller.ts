// Typed literals in, answers as JSON lines out, through openapi-fetch with the types that openapi-typescript makes.

import createClient from "openapi-fetch";

import type { paths } from "./client.js";
import { payouts } from "./payloads.js";

const client = createClient<paths>({
    baseUrl: process.env.PAYMENTS_URL,
    headers: { Authorization: `Bearer ${process.env.PAYMENTS_TOKEN}` },
});

for (const body of payouts) {
    const header = { "Idempotency-Key": crypto.randomUUID() };
    const sent = await client.POST("/v1/payouts", { params: { header }, body });
    if (sent.error) throw new Error(sent.error.title);
    console.log(JSON.stringify([sent.response.status, sent.data.id, sent.data.amount]));
}
