// As caller.py: `receive` of a Request.
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { receive } from "./receiver.ts";

const handled = new Set<string>();

async function delivered(body: Buffer, headers: [string, string][], secrets: string[]) {
  const times = body.includes("it comes thrice") ? 3 : 1;
  const request = () => new Request("https://receiver.example/", { method: "POST", headers, body: new Uint8Array(body) });
  const acted: Buffer[] = [];
  let returned = 0;
  const act = async (one: Uint8Array) => {
    const got = Buffer.from(one);
    for (let turn = 0; turn < 200 && returned < times - 1; turn += 1) await pause(10);
    if (got.includes("it fails")) throw new Error("acting failed");
    acted.push(got);
  };
  const deliver = async () => {
    try {
      return String((await receive(request(), secrets, handled, act)).status);
    } catch (error) {
      acted.push(Buffer.from((error as Error).message));
      return "error";
    } finally {
      returned += 1;
    }
  };
  const statuses = await Promise.all(Array.from({ length: times }, deliver));
  return `${statuses.sort().join("+")} ${Buffer.concat(acted).toString("base64")}`;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [head, body, ...secrets] = line.split(" ").map((part) => Buffer.from(part, "base64"));
  const lines = head!.toString("latin1").split("\n").filter(Boolean);
  const headers = lines.map((one) => one.split(": ") as [string, string]);
  console.log(await delivered(body!, headers, secrets.map(String)));
}
