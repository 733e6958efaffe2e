// Typed literals in, answers as JSON lines out, through the client that @hey-api/openapi-ts makes with fetch.

import { client } from "./client/client.gen.js";
import { createPayIn, createPayout } from "./client/index.js";
import { payIns, payouts } from "./payloads.js";

client.setConfig({ baseUrl: process.env.PAYMENTS_URL, auth: () => process.env.PAYMENTS_TOKEN });

const once = () => ({ "Idempotency-Key": crypto.randomUUID() });

for (const body of payIns) {
    const { data, response } = await createPayIn({ body, headers: once(), throwOnError: true });
    console.log(JSON.stringify([response.status, data.id, data.amount]));
}
for (const body of payouts) {
    const { data, response } = await createPayout({ body, headers: once(), throwOnError: true });
    console.log(JSON.stringify([response.status, data.id, data.amount]));
}
