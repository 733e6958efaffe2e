// The forms "Check a payload": what is pasted stays in the page; findings are listed, and shown at their fields.

import { judge, nameOf } from "./judging.mjs";
import { loadRules, loadService } from "./loading.mjs";
import { clearMarks } from "./rows.mjs";

// Returns the forms of a page.
export function attach(document) {
  return [...document.querySelectorAll("[data-check]")].map((section) => new CheckForm(section));
}

export class CheckForm {
  constructor(section) {
    this.section = section;
    this.text = section.querySelector("textarea");
    this.result = section.querySelector("[data-check-result]");
    this.direction = section.querySelector("select[name=direction]");
    this.sample = section.querySelector("select[name=sample]");
    section.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.run(() => this.check());
    });
    section.querySelector("[data-check-sample]").addEventListener("click", () => this.run(() => this.useSample()));
    section.querySelector("[data-check-clear]").addEventListener("click", () => this.clear());
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.run(() => this.check());
      }
    });
    section.querySelector("form").hidden = false;
  }

  get root() {
    return document.body.dataset.root;
  }

  // The code of the page's method; undefined where the payload's own code picks it.
  get method() {
    return this.section.dataset.method;
  }

  async name() {
    return nameOf(await loadService(this.root), this.method);
  }

  get chosenDirection() {
    return this.section.dataset.direction ?? this.direction.value;
  }

  // The method that the address names, if no payload of the direction does: the page's own, or that of the chosen sample.
  addressed(direction) {
    if (this.method) return this.method;
    const [chosen] = this.sample.selectedOptions;
    const first = this.sample.querySelector(`option[value^="${direction}/"]`);
    return (chosen.value.startsWith(`${direction}/`) ? chosen : first).text;
  }

  async run(action) {
    try {
      await action();
    } catch (error) {
      this.show(paragraph(`The check failed in this page: ${error.message}.`, "bad"));
    }
  }

  async check() {
    const direction = this.chosenDirection;
    const { nodes } = await judge(this.text, { direction, own: this.method, addressed: this.addressed(direction) });
    this.show(...nodes);
  }

  async useSample() {
    const [direction, name] = this.sample ? this.sample.value.split("/") : [this.chosenDirection, await this.name()];
    const { example } = await loadRules(this.root, direction, name);
    if (this.direction) this.direction.value = direction;
    this.text.value = example;
    clearMarks(document);
    this.show(paragraph("The smallest payload is in the field. Change it, then check it."));
    this.text.focus();
  }

  clear() {
    this.text.value = "";
    clearMarks(document);
    this.show();
    this.text.focus();
  }

  show(...nodes) {
    this.result.replaceChildren(...nodes);
  }
}

function paragraph(text, kind) {
  const made = document.createElement("p");
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}
