// As caller.py: `receive` of a Request.
import { createInterface } from "node:readline";
import { receive } from "./receiver.ts";

const secrets = process.argv.slice(2);
const handled = new Set<string>();
for await (const line of createInterface({ input: process.stdin })) {
  const [head = "", body = ""] = line.split(" ");
  const lines = Buffer.from(head, "base64").toString().split("\n");
  const headers = lines.filter(Boolean).map((one) => one.split(": ") as [string, string]);
  const request = new Request("https://receiver.example/", {
    method: "POST",
    headers,
    body: Buffer.from(body, "base64"),
  });
  let got = "";
  const act = (one: Uint8Array) => {
    if (Buffer.from(one).includes("it fails")) throw new Error("acting failed");
    got = Buffer.from(one).toString("base64");
  };
  const status = await receive(request, secrets, handled, act).then(
    (response) => String(response.status),
    () => "error",
  );
  console.log(`${status} ${got}`);
}
