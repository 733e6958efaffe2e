// The base URL and the key of the calls on all pages: those that were entered, or else those of the sandbox that serves the
// page. Both become part of programs, so only safe characters are accepted.

import { forget, remember, remembered } from "./memory.mjs";

const FORMS = {
  base: { pattern: /^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9._~-]+)*\/?$/, advice: "Enter an address such as http://127.0.0.1:8000." },
  key: { pattern: /^[A-Za-z0-9._~+\/=:-]+$/, advice: "A key has letters, digits and . _ ~ + / = : - only." },
};
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?(\/|$)/;
const OF_SANDBOX = "Paycat-Sandbox";
const CALLS = "code.language-curl, code.language-python, code.language-typescript, code.language-url";

export function attachSettings() {
  const form = document.querySelector("form[data-settings]");
  if (form) new Settings(form);
}

const serving = { base: "", key: "" };

/** Returns the base URL and the key; "" for what is not known. */
export function settings() {
  const base = kept("base");
  const key = kept("key");
  return base ? { base, key } : { base: serving.base, key: key || serving.key };
}

export function isLoopback(address) {
  return LOOPBACK.test(address);
}

function kept(name) {
  const value = remembered(name) ?? "";
  return FORMS[name].pattern.test(value) ? value.replace(/\/$/, "") : "";
}

class Settings {
  constructor(form) {
    this.form = form;
    this.calls = [...document.querySelectorAll(CALLS)].map((code) => [code, code.cloneNode(true)]);
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", () => this.entered());
    // The fields are empty only after the event.
    form.addEventListener("reset", () => setTimeout(() => this.entered()));
    form.querySelector("[data-use-sandbox]").addEventListener("click", () => this.useSandbox());
    for (const name of Object.keys(FORMS)) form.elements[name].value = kept(name);
    this.apply();
    if (isLoopback(location.origin)) this.askServer();
  }

  // A sandbox says of its pages that it serves them; a server that has ended says nothing.
  async askServer() {
    const response = await fetch(location.pathname, { method: "HEAD" }).catch(() => null);
    if (!response?.headers.has(OF_SANDBOX)) return;
    Object.assign(serving, { base: location.origin, key: this.form.dataset.sandboxKey });
    this.apply();
  }

  useSandbox() {
    this.form.elements.base.value = serving.base || this.form.dataset.sandboxUrl;
    this.form.elements.key.value = this.form.dataset.sandboxKey;
    this.entered();
  }

  entered() {
    for (const [name, { pattern, advice }] of Object.entries(FORMS)) {
      const field = this.form.elements[name];
      const value = field.value.trim();
      field.setCustomValidity(!value || pattern.test(value) ? "" : advice);
      if (!field.reportValidity()) return;
      if (value) remember(name, value);
      else forget(name);
    }
    this.apply();
  }

  apply() {
    const { base, key } = settings();
    for (const [code, written] of this.calls) {
      code.replaceChildren(...written.cloneNode(true).childNodes);
      for (const [old, text] of this.changes(base, key)) replaceIn(code, old, text);
    }
    document.querySelector("[data-calls-go-to]").textContent = base || this.form.dataset.baseUrl;
    document.querySelector("[data-of-example]")?.toggleAttribute("hidden", base !== "");
    document.dispatchEvent(new Event("paycat-settings"));
  }

  // Returns what becomes what, as each language writes the base URL and the key.
  changes(base, key) {
    const { baseUrl, keyVariable } = this.form.dataset;
    const comment = `// The key is in the variable ${keyVariable} of the environment.\n`;
    const keys = [
      [literal(`$${keyVariable}"`), `${key}"`],
      [literal(`\${${keyVariable}%%:*}`), key.split(":", 1)[0]],
      [literal(`\${${keyVariable}#*:}`), key.slice(key.indexOf(":") + 1)],
      [literal(`${comment}const client = new Client({ `), `const client = new Client({ apiKey: "${key}", `],
      [literal(`os.environ["${keyVariable}"]`), `"${key}"`],
      [/^import os\n+(?=[^]*api_key = ")/g, ""],
    ];
    return [...(base ? [[literal(baseUrl), base]] : []), ...(key ? keys : [])];
  }
}

function literal(text) {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "g");
}

// Replaces a text wherever it is in an element, whose other parts keep their colours.
function replaceIn(element, old, text) {
  // From the end, so that the other places stay where they are.
  for (const found of [...element.textContent.matchAll(old)].reverse()) {
    const [node, offset] = placeIn(element, found.index, (rest, length) => rest < length);
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(...placeIn(element, found.index + found[0].length, (rest, length) => rest <= length));
    range.deleteContents();
    node.insertData(offset, text);
  }
}

function placeIn(element, offset, isIn) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let rest = offset, node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isIn(rest, node.length)) return [node, rest];
    rest -= node.length;
  }
}
