// Sends a payload of the page, as it is or edited, to a sandbox on this machine, and shows the response. No other address
// is ever called.

import { BEARER, credentialHeaders } from "./credentials.mjs";
import { element } from "./element.mjs";
import { isReplay, sentence, shownResponse } from "./responses.mjs";
import { isLoopback, settings } from "./settings.mjs";
import { announce } from "./status.mjs";

const PATIENCE_MS = 30_000;
const MOST_ROWS = 24;

export function attachSending() {
  const places = [...document.querySelectorAll("[data-send]")].map((place) => new Sending(place));
  const offer = () => places.forEach((place) => place.offer(settings()));
  document.addEventListener("paycat-settings", offer);
  offer();
}

class Sending {
  constructor(place) {
    const { send, keyHeader, idempotencyKey, headers = "{}", responseHeaders, problems, replayed } = place.dataset;
    this.place = place;
    this.sample = document.getElementById(send).textContent;
    this.printedKey = idempotencyKey;
    this.headers = JSON.parse(headers);
    this.known = { keyHeader, replayed, headers: JSON.parse(responseHeaders), problems: JSON.parse(problems) };
    this.known.root = document.body.dataset.root;
    this.button = this.named("Send", () => this.checkAndSend());
    this.note = element("p");
    this.result = element("div");
    this.form = this.edited();
    place.append(this.form, element("p", { className: "actions" }, this.button), this.note, this.result);
  }

  // The payload and its key as they are sent.
  edited() {
    this.text = element("textarea", { spellcheck: false, autocomplete: "off" });
    this.text.rows = Math.min(this.sample.split("\n").length + 1, MOST_ROWS);
    this.text.addEventListener("input", () => this.changed());
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.checkAndSend();
    });
    this.key = element("input", { type: "text", spellcheck: false, autocomplete: "off" });
    const reset = this.named("Reset", () => this.reset(), "quiet");
    const another = this.named("New key", () => (this.key.value = crypto.randomUUID()), "quiet");
    const key = element("label", {}, `${this.known.keyHeader} `, this.key);
    const form = element("details", {}, element("summary", {}, "Edit the payload"), element("label", {}, "Payload, JSON", this.text));
    if (this.known.keyHeader) form.append(element("p", {}, key));
    form.append(element("p", { className: "actions" }, reset, ...(this.known.keyHeader ? [another] : [])));
    this.reset();
    return form;
  }

  named(textContent, pressed, className = "") {
    const button = element("button", { type: "button", textContent, className });
    button.addEventListener("click", pressed);
    return button;
  }

  reset() {
    this.text.value = this.sample;
    this.key.value = this.printedKey ?? "";
    this.result.replaceChildren();
  }

  // A key belongs to one payload: the printed one to the sample, and one that was sent to what was sent with it.
  changed() {
    if (this.text.value === this.sample) this.key.value = this.printedKey ?? "";
    else if ([this.printedKey, this.sentKey].includes(this.key.value)) this.key.value = crypto.randomUUID();
  }

  // Browsers let only pages of this machine call the sandbox: a page that was opened as a file explains what to do.
  offer({ base, key }) {
    const isHere = isLoopback(location.origin);
    this.place.hidden = !isLoopback(base);
    this.base = base;
    this.credential = key;
    this.button.hidden = this.form.hidden = !isHere || !key;
    this.button.textContent = `Send to ${base.replace(/^http:\/\//, "")}`;
    this.note.hidden = !this.button.hidden;
    this.note.textContent = isHere
      ? "Enter a key to send this payload."
      : `To send this payload from here, run "python3 -m http.server 8080 --bind 127.0.0.1" in the folder above ${folder()}/, and open http://127.0.0.1:8080/${folder()}/.`;
    this.result.replaceChildren();
  }

  async checkAndSend() {
    const found = await this.findings();
    if (!found) return this.send();
    this.result.replaceChildren(...found, this.named("Send it all the same", () => this.send(), "quiet"));
    announce("The payload has findings. It was not sent.");
  }

  // Returns what the check of the page finds; null if the service would accept the payload.
  async findings() {
    try {
      const { problem, nodes } = await globalThis.paycatCheck.judge(this.text);
      return problem && [...nodes, element("p", {}, "It was not sent.")];
    } catch (error) {
      return [element("p", { className: "bad" }, `The check failed in this page: ${error.message}. The payload was not sent.`)];
    }
  }

  async send() {
    const { auth, httpMethod, path, keyHeader, mediaType = "application/json" } = this.place.dataset;
    const headers = { "Content-Type": mediaType, ...this.headers };
    if (keyHeader) headers[keyHeader] = this.sentKey = this.key.value;
    this.button.disabled = true;
    try {
      const { base, credential } = this;
      const body = new TextEncoder().encode(this.text.value);
      const { pathname, search } = new URL(base + path);
      const request = { base, httpMethod, target: pathname + search, body };
      Object.assign(headers, await credentialHeaders(auth ? JSON.parse(auth) : BEARER, credential, request));
      const response = await fetch(base + path, {
        method: httpMethod,
        headers,
        body,
        credentials: "omit",
        redirect: "error",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      this.show({ status: response.status, headers: response.headers, text: await response.text() });
    } catch {
      const failure = `No response from ${this.base}. Is the sandbox running?`;
      this.result.replaceChildren(element("p", {}, failure));
      announce(failure);
    } finally {
      this.button.disabled = false;
    }
  }

  show(response) {
    const codes = globalThis.paycatCheck.service().codes.map(({ code }) => code);
    this.result.replaceChildren(...shownResponse(response, { ...this.known, codes }));
    announce(`${sentence(response.status)}${isReplay(response.headers, this.known) ? " It is a replay." : ""}`);
  }
}

// Returns the name of the folder of all pages.
function folder() {
  return new URL(document.body.dataset.root || ".", location).pathname.split("/").at(-2);
}
