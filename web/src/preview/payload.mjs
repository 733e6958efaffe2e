// The payload box: the form of the reference pages, with the rules of the files as they were saved last.

import { element } from "../site/element.mjs";

// The checker of the reference pages, which this page loads before.
const { forms, forgetRules } = globalThis.paycatCheck;

const PAUSE_MS = 300;

export class Payload {
  constructor(section) {
    this.section = section;
    [this.form] = forms;
    this.version = 0;
    let waiting;
    section.querySelector("textarea").addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.again(), PAUSE_MS);
    });
  }

  // Takes the rules of a new version, and checks again what was pasted.
  follow({ version, methods }) {
    const ways = new Map();
    for (const { name, pages } of methods) {
      for (const { path, title } of pages) {
        const [way, file] = path.split("/");
        if (!ways.has(way)) ways.set(way, { title, options: [] });
        ways.get(way).options.push(new Option(name, `${way}/${file.replace(/\.html$/, "")}`));
      }
    }
    this.section.hidden = !ways.size;
    if (!ways.size || version === this.version) return;
    this.version = version;
    document.body.dataset.root = `/pages/${version}/`;
    forgetRules();
    keepChoice(this.form.direction, [...ways].map(([way, { title }]) => new Option(title, way)));
    keepChoice(this.form.sample, [...ways.values()].map(({ title, options }) => group(title, options)));
    this.again();
  }

  again() {
    if (this.form.text.value.trim()) this.form.run(() => this.form.check());
    else this.form.show();
  }
}

function group(label, options) {
  return element("optgroup", { label }, ...options);
}

function keepChoice(select, options) {
  const { value } = select;
  select.replaceChildren(...options);
  if ([...select.options].some((one) => one.value === value)) select.value = value;
}
