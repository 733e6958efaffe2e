// Steps of a payout as JSON lines in, answers as JSON lines out, through openapi-fetch.

import { createInterface } from "node:readline";
import createClient from "openapi-fetch";

import type { paths } from "./client.js";

const client = createClient<paths>({
    baseUrl: process.env.PAYMENTS_URL,
    headers: { Authorization: `Bearer ${process.env.PAYMENTS_TOKEN}` },
});

for await (const line of createInterface({ input: process.stdin })) {
    const { step, payload, id, reference } = JSON.parse(line);
    if (step === "create") {
        const params = { header: { "Idempotency-Key": crypto.randomUUID() } };
        const { data, error, response } = await client.POST("/v1/payouts", { params, body: payload });
        console.log(JSON.stringify([response.status, ...(data ? [data.id, data.status] : [error.existing_id])]));
    } else if (step === "get") {
        const { data, error, response } = await client.GET("/v1/payouts/{id}", { params: { path: { id } } });
        if (error) throw new Error(error.title);
        console.log(JSON.stringify([response.status, data.id, data.status]));
    } else {
        const { data, error, response } = await client.GET("/v1/payouts", { params: { query: { reference } } });
        if (error) throw new Error(error.title);
        console.log(JSON.stringify([response.status, ...data.data.map((one) => one.id)]));
    }
}
