// As caller.py: `receive` of Node.js.
import { createInterface } from "node:readline";
import { receive } from "./receiver.ts";

const secrets = process.argv.slice(2);
const handled = new Set<string>();
for await (const line of createInterface({ input: process.stdin })) {
  const [head = "", body = ""] = line.split(" ");
  const lines = Buffer.from(head, "base64").toString().split("\n");
  // Node.js has names of headers in lower case.
  const headers = Object.fromEntries(lines.map((one) => [one.split(": ")[0]!.toLowerCase(), one.split(": ")[1]]));
  let got = "";
  const act = (one: Uint8Array) => {
    if (Buffer.from(one).includes("it fails")) throw new Error("acting failed");
    got = Buffer.from(one).toString("base64");
  };
  const status = await receive(Buffer.from(body, "base64"), headers, secrets, handled, act).catch(() => "error");
  console.log(`${status} ${got}`);
}
