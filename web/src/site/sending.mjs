// Sends a payload of the page to a sandbox on this machine, and shows the response. No other address is ever called.

import { settings } from "./settings.mjs";
import { announce } from "./status.mjs";

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?(\/|$)/;
const PATIENCE_MS = 30_000;

export function attachSending() {
  const places = [...document.querySelectorAll("[data-send]")].map((element) => new Sending(element));
  const offer = () => places.forEach((place) => place.offer(settings()));
  document.addEventListener("paycat-settings", offer);
  offer();
}

class Sending {
  constructor(element) {
    this.element = element;
    this.button = Object.assign(document.createElement("button"), { type: "button" });
    this.button.addEventListener("click", () => this.send());
    this.note = document.createElement("p");
    this.result = document.createElement("div");
    element.append(this.button, this.note, this.result);
  }

  // Browsers let only pages of this machine call the sandbox: a page that was opened as a file explains what to do.
  offer({ base, key }) {
    const isHere = LOOPBACK.test(`${location.origin}/`);
    this.element.hidden = !LOOPBACK.test(base);
    this.base = base;
    this.key = key;
    this.button.hidden = !isHere || !key;
    this.button.textContent = `Send to ${base.replace(/^http:\/\//, "")}`;
    this.note.hidden = !this.button.hidden;
    this.note.textContent = isHere
      ? "Enter a key to send this payload."
      : `To send this payload from here, run "python3 -m http.server 8080 --bind 127.0.0.1" in the folder above ${folder()}/, and open http://127.0.0.1:8080/${folder()}/.`;
    this.result.replaceChildren();
  }

  async send() {
    const { send, httpMethod, path, keyHeader, idempotencyKey, headers: further = "{}" } = this.element.dataset;
    const headers = { Authorization: `Bearer ${this.key}`, "Content-Type": "application/json", ...JSON.parse(further) };
    if (keyHeader) headers[keyHeader] = idempotencyKey;
    this.button.disabled = true;
    try {
      const response = await fetch(this.base + path, {
        method: httpMethod,
        headers,
        body: document.getElementById(send).textContent,
        credentials: "omit",
        redirect: "error",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      this.show(`The sandbox responded with ${response.status}.`, readable(await response.text()));
    } catch {
      this.show(`No response from ${this.base}. Is the sandbox running?`, "");
    } finally {
      this.button.disabled = false;
    }
  }

  show(sentence, text) {
    const status = Object.assign(document.createElement("p"), { textContent: sentence });
    this.result.replaceChildren(status);
    if (text) {
      const body = Object.assign(document.createElement("pre"), { textContent: text, tabIndex: 0 });
      body.setAttribute("role", "group");
      body.setAttribute("aria-label", "Response of the sandbox");
      this.result.append(body);
    }
    announce(sentence);
  }
}

// Returns the name of the folder of all pages.
function folder() {
  return new URL(document.body.dataset.root || ".", location).pathname.split("/").at(-2);
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
