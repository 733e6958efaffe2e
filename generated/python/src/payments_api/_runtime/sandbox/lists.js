// Part of paycat's runtime, copied unchanged. Do not edit.

// The two lists of the page: each shows one page of rows, and has buttons for the newer and the older ones.

import { arrange, byId, make } from "./parts.js";

const isInUse = (element) => element.querySelector("details").open || element.contains(document.activeElement);

/** A list: what is shown of it, and where its page begins. `turn` is called when another page is chosen. */
export class List {
  name;
  #key;
  #create;
  #rows = new Map();
  #beginnings = [];
  #page = [];
  #buttons;

  constructor(name, key, create, turn) {
    this.name = name;
    this.#key = key;
    this.#create = create;
    const older = () => this.#beginnings.push(this.#page.at(-1));
    const newer = () => this.#beginnings.pop();
    this.#buttons = { Newer: newer, Older: older };
    for (const [text, action] of Object.entries(this.#buttons)) {
      const element = make("button", text, { type: "button" });
      element.onclick = () => {
        if (element.getAttribute("aria-disabled") === "true") return;
        action();
        turn();
        byId(`${name}-title`).scrollIntoView();
      };
      this.#buttons[text] = element;
    }
    byId(`${name}-pages`).append(...Object.values(this.#buttons));
  }

  /** What the rows of the page are older than; an empty text on the first page. */
  get before() {
    return this.#beginnings.at(-1) ?? "";
  }

  /** The keys of the rows that a reader uses and that are not on the page any more, with commas between. */
  get kept() {
    const keys = [...byId(this.name).children].map((row) => row.dataset.key);
    return keys.filter((key) => !this.#page.includes(key)).join(",");
  }

  /** Begin with the newest rows. */
  restart() {
    this.#beginnings = [];
  }

  /** Show what the stream says of the list. What a reader uses stays, unless another view was chosen. */
  show({ keys, rows, of_page: ofPage, has_older: hasOlder }, isChosen, hasFilters) {
    const known = new Map([...this.#rows, ...rows.map((one) => [one[this.#key], one])]);
    this.#rows = new Map(keys.map((key) => [key, known.get(key)]));
    this.#page = keys.slice(0, ofPage).map(String);
    const element = byId(this.name);
    const keeps = (row) => !isChosen && isInUse(row);
    const isOver = new Set([...element.children].filter((row) => !keeps(row)).map((row) => row.dataset.key));
    const items = [...this.#rows.values()].filter((one, index) => index < ofPage || !isOver.has(`${one[this.#key]}`));
    arrange(element, items, (one) => one[this.#key], this.#create, keeps);
    this.#buttons.Newer.setAttribute("aria-disabled", `${this.#beginnings.length === 0}`);
    this.#buttons.Older.setAttribute("aria-disabled", `${!hasOlder}`);
    byId(`${this.name}-pages`).hidden = this.#beginnings.length === 0 && !hasOlder;
    const none = `There are no ${this.name} yet. Send a request, and it appears here.`;
    const missing = hasFilters ? `None of the ${this.name} is as the filters ask.` : none;
    byId(`no-${this.name}`).textContent = keys.length ? "" : missing;
  }
}
