// Typed literals in, answers as JSON lines out, through openapi-fetch with the types that openapi-typescript makes.

import createClient from "openapi-fetch";

import type { paths } from "./client.js";
import { payIns, payouts } from "./payloads.js";

const client = createClient<paths>({
    baseUrl: process.env.PAYMENTS_URL,
    headers: { Authorization: `Bearer ${process.env.PAYMENTS_TOKEN}` },
});

const once = () => ({ header: { "Idempotency-Key": crypto.randomUUID() } });

for (const body of payIns) {
    const { data, error, response } = await client.POST("/v1/payins", { params: once(), body });
    if (error) throw new Error(error.title);
    console.log(JSON.stringify([response.status, data.id, data.amount]));
}
for (const body of payouts) {
    const { data, error, response } = await client.POST("/v1/payouts", { params: once(), body });
    if (error) throw new Error(error.title);
    console.log(JSON.stringify([response.status, data.id, data.amount]));
}
