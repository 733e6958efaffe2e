// Checks a payout by its JSON Schema, and sends it once, even if the answer is lost.
//
//     npm install openapi-fetch ajv && npm install --save-dev openapi-typescript typescript @types/node
//     npx openapi-typescript openapi.json -o client.d.ts && npx tsc && node build/payout.js UPI.schema.json
//
// PAYMENTS_BASE_URL and PAYMENTS_API_KEY are the address and the key.

import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import createClient from "openapi-fetch";

import type { components, paths } from "./client.js";

type Payout = components["schemas"]["UpiPayoutRequest"];

const ATTEMPTS = 5;

const schema = JSON.parse(readFileSync(process.argv[2] ?? "UPI.schema.json", "utf8"));
const validate = new Ajv2020({ strict: false, allErrors: true }).compile<Payout>(schema);

const client = createClient<paths>({
    baseUrl: process.env.PAYMENTS_BASE_URL,
    headers: { Authorization: `Bearer ${process.env.PAYMENTS_API_KEY}` },
});

/** Returns the payout that the service answers with; every attempt has the same key, so it pays once. */
async function send(body: Payout, key: string) {
    for (let attempt = 1; ; attempt++) {
        try {
            const { data, error } = await client.POST("/v1/payouts", {
                params: { header: { "Idempotency-Key": key } },
                body,
            });
            if (error) throw new Error(`${error.title}: ${error.detail ?? ""}`);
            return data;
        } catch (error) {
            // fetch reports a failed connection, or a lost answer, by a TypeError.
            if (!(error instanceof TypeError) || attempt === ATTEMPTS) throw error;
            await new Promise((resolve) => setTimeout(resolve, 100 * attempt));
        }
    }
}

const incomplete = { amount: 150, currency: "INR", method_code: "UPI", reference: "example-ts", country: "IN" };
console.log(validate(incomplete), validate.errors?.map((one) => one.message).join("; "));

const payout: Payout = {
    ...{ amount: 150, currency: "INR", method_code: "UPI", reference: "example-ts", country: "IN" },
    recipient: { full_name: "A Person", upi_id: "a.person@bank" },
};
if (!validate(payout)) throw new Error(JSON.stringify(validate.errors));
const record = await send(payout, crypto.randomUUID());
console.log(record.id, record.status);
