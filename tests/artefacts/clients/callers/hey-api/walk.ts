// Steps of a payout as JSON lines in, answers as JSON lines out, through the client that @hey-api/openapi-ts makes.

import { createInterface } from "node:readline";

import { client } from "./client/client.gen.js";
import { createPayout, getPayout, listPayouts } from "./client/index.js";

client.setConfig({ baseUrl: process.env.PAYMENTS_URL, auth: () => process.env.PAYMENTS_TOKEN });

for await (const line of createInterface({ input: process.stdin })) {
    const { step, payload, id, reference } = JSON.parse(line);
    if (step === "create") {
        const headers = { "Idempotency-Key": crypto.randomUUID() };
        const { data, error, response } = await createPayout({ body: payload, headers });
        console.log(JSON.stringify([response?.status, ...(data ? [data.id, data.status] : [error?.existing_id])]));
    } else if (step === "get") {
        const { data, response } = await getPayout({ path: { id }, throwOnError: true });
        console.log(JSON.stringify([response.status, data.id, data.status]));
    } else {
        const { data, response } = await listPayouts({ query: { reference }, throwOnError: true });
        console.log(JSON.stringify([response.status, ...data.data.map((one) => one.id)]));
    }
}
