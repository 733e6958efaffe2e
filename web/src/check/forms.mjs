// The forms "Check a payload": what is pasted stays in the page; findings are listed, and shown at their fields.

import { check } from "./check.mjs";
import { loadRules, loadService } from "./loading.mjs";
import { clearMarks, mark } from "./rows.mjs";
import { shownFindings } from "./findings.mjs";

export function attach(document) {
  for (const section of document.querySelectorAll("[data-check]")) new CheckForm(section);
}

export class CheckForm {
  constructor(section) {
    this.section = section;
    this.root = document.body.dataset.root;
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
    const service = await loadService(this.root);
    const direction = this.chosenDirection;
    const addressed = this.addressed(direction);
    let answer = check(direction, this.text.value, service, addressed);
    if (answer.needs) {
      await loadRules(this.root, direction, nameOf(service, answer.needs));
      answer = check(direction, this.text.value, service, addressed);
    }
    clearMarks(this.section.ownerDocument);
    // Another method's findings do not belong at the rows of this page.
    const other = this.method && answer.method && answer.method !== this.method ? answer.method : null;
    if (!other) for (const violation of answer.violations) mark(document, violation);
    const select = (violation) => this.select(violation);
    const pageOf = (method) => `${this.root}${direction}/${nameOf(service, method)}.html`;
    const context = { other, own: this.method, pageOf, root: this.root, named: !this.method && service.members[direction].length && answer.method };
    this.show(...shownFindings(answer, context, select));
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

  select({ offset, length }) {
    this.text.focus();
    this.text.setSelectionRange(offset, offset + length);
    // Focusing shows the caret in some browsers only; the line is brought into view in all.
    const line = this.text.value.slice(0, offset).split("\n").length - 1;
    const height = this.text.scrollHeight / Math.max(1, this.text.value.split("\n").length);
    this.text.scrollTop = Math.max(0, (line - 3) * height);
  }
}

function nameOf(service, method) {
  return service.methods.find(({ code }) => code === method).name;
}

function paragraph(text, kind) {
  const made = document.createElement("p");
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}
