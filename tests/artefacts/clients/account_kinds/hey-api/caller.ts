// Typed literals in, answers as JSON lines out, through the client that @hey-api/openapi-ts makes with fetch.

import { client } from "./client/client.gen.js";
import { createPayout } from "./client/index.js";
import { payouts } from "./payloads.js";

client.setConfig({ baseUrl: process.env.PAYMENTS_URL, auth: () => process.env.PAYMENTS_TOKEN });

for (const body of payouts) {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const { data, response } = await createPayout({ body, headers, throwOnError: true });
    console.log(JSON.stringify([response.status, data.id, data.amount]));
}
