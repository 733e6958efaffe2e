// Steps of a payout as JSON lines in, answers as JSON lines out, through the client that openapi-generator makes.

import { createInterface } from "node:readline";

import { Configuration, PayoutRequestFromJSON, PayoutsApi, ProblemFromJSON, ResponseError } from "./client/index.js";

const payouts = new PayoutsApi(
    new Configuration({ basePath: process.env.PAYMENTS_URL, accessToken: process.env.PAYMENTS_TOKEN }),
);

for await (const line of createInterface({ input: process.stdin })) {
    const { step, payload, id, reference } = JSON.parse(line);
    if (step === "create") {
        const request = { payoutRequest: PayoutRequestFromJSON(payload), idempotencyKey: crypto.randomUUID() };
        try {
            const answer = await payouts.createPayoutRaw(request);
            const record = await answer.value();
            console.log(JSON.stringify([answer.raw.status, record.id, record.status]));
        } catch (error) {
            if (!(error instanceof ResponseError)) throw error;
            const problem = ProblemFromJSON(await error.response.json());
            console.log(JSON.stringify([error.response.status, problem.existingId]));
        }
    } else if (step === "get") {
        const answer = await payouts.getPayoutRaw({ id });
        const record = await answer.value();
        console.log(JSON.stringify([answer.raw.status, record.id, record.status]));
    } else {
        const answer = await payouts.listPayoutsRaw({ reference });
        const page = await answer.value();
        console.log(JSON.stringify([answer.raw.status, ...page.data.map((one) => one.id)]));
    }
}
