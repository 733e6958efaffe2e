// Requests as JSON lines in, answers as JSON lines out, through the client that openapi-generator makes with fetch.

import { createInterface } from "node:readline";

import { Configuration, PayInRequestFromJSON, PayInsApi, PayoutRequestFromJSON, PayoutsApi } from "./client/index.js";

const configuration = new Configuration({
    basePath: process.env.PAYMENTS_URL,
    accessToken: process.env.PAYMENTS_TOKEN,
});
const payIns = new PayInsApi(configuration);
const payouts = new PayoutsApi(configuration);

for await (const line of createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line);
    const idempotencyKey = crypto.randomUUID();
    if (asked.direction === "pay_in") {
        const answer = await payIns.createPayInRaw({ payInRequest: PayInRequestFromJSON(asked.payload), idempotencyKey });
        const record = await answer.value();
        console.log(JSON.stringify([answer.raw.status, record.id, record.amount]));
    } else {
        const answer = await payouts.createPayoutRaw({ payoutRequest: PayoutRequestFromJSON(asked.payload), idempotencyKey });
        const record = await answer.value();
        console.log(JSON.stringify([answer.raw.status, record.id, record.amount]));
    }
}
