// The search: its index is loaded when the field is first used, and it finds words, their beginnings, and near misses.

import MiniSearch from "minisearch";

import { announce } from "./status.mjs";

const MOST = 12;
const WEIGHTS = {
  ...{ page: 4, method: 4, section: 3, operation: 2, problem: 2, "violation code": 2 },
  ...{ field: 1.5, condition: 1.5, state: 1.5, record: 1.5, decision: 0.5, gap: 0.4, erratum: 0.5 },
};

export function attachSearch() {
  const form = document.querySelector("form[data-search]");
  if (form) new Search(form);
}

class Search {
  constructor(form) {
    this.form = form;
    this.root = document.body.dataset.root;
    this.input = form.querySelector("input");
    this.results = form.querySelector("ul");
    this.input.addEventListener("focus", () => this.index());
    this.input.addEventListener("input", () => this.search());
    form.addEventListener("submit", (event) => this.open(event));
    form.addEventListener("keydown", (event) => this.keyed(event));
    form.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !form.contains(event.relatedTarget)) this.close();
    });
    document.addEventListener("click", (event) => {
      if (!form.contains(event.target)) this.close();
    });
    this.results.addEventListener("click", (event) => {
      if (event.target.closest("a")) this.close();
    });
    document.addEventListener("keydown", (event) => this.slash(event));
  }

  // Returns the index, loaded once.
  index() {
    this.loaded ??= entriesOf(this.root).then(indexed);
    this.loaded.catch(() => (this.loaded = null));
    return this.loaded;
  }

  async search() {
    const asked = this.input.value.trim();
    if (!asked) return this.close();
    let index;
    try {
      index = await this.index();
    } catch {
      return announce("The search index cannot be loaded.");
    }
    if (asked !== this.input.value.trim()) return;
    this.show(found(index, asked));
  }

  show(results) {
    this.results.replaceChildren(...results.map((one) => item(one, this.root)));
    if (!results.length) this.results.append(nothing());
    this.results.hidden = false;
    announce(`${results.length === MOST ? `${MOST} best` : results.length} ${results.length === 1 ? "result" : "results"}.`);
  }

  close() {
    this.results.hidden = true;
    this.results.replaceChildren();
  }

  get links() {
    return [...this.results.querySelectorAll("a")];
  }

  async open(event) {
    event.preventDefault();
    await this.search();
    const [first] = this.links;
    first?.click();
  }

  keyed(event) {
    const places = [this.input, ...this.links];
    const at = places.indexOf(document.activeElement);
    if (event.key === "Escape") {
      this.close();
      this.input.focus();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && at >= 0) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      places[(at + step + places.length) % places.length].focus();
    }
  }

  slash(event) {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    this.input.focus();
  }
}

function entriesOf(root) {
  return new Promise((resolve, reject) => {
    globalThis.paycatSearchIndex = resolve;
    const script = document.createElement("script");
    script.src = `${root}assets/search-index.js`;
    script.onerror = reject;
    document.head.append(script);
  });
}

function indexed(entries) {
  const index = new MiniSearch({
    fields: ["title", "kind", "text", "words"],
    storeFields: ["title", "kind", "url", "text"],
    searchOptions: {
      prefix: (word) => word.length > 1,
      fuzzy: (word) => (word.length > 3 ? 0.25 : false),
      combineWith: "AND",
      boost: { title: 4, kind: 2, words: 3 },
      boostDocument: (_id, _word, stored) => WEIGHTS[stored.kind] ?? 1,
    },
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return index;
}

// Near misses count only where nothing has the words. Pages come before what is on them.
function found(index, asked) {
  const exact = index.search(asked, { fuzzy: false });
  const results = exact.length ? exact : index.search(asked);
  const pages = results.filter(({ kind }) => kind === "page");
  return [...pages, ...results.filter(({ kind }) => kind !== "page")].slice(0, MOST);
}

function item({ title, kind, url, text = "" }, root) {
  const link = document.createElement("a");
  link.href = root + url;
  link.append(piece("strong", title), " ", piece("span", kind, "badge"), piece("span", text, "extract"));
  const made = document.createElement("li");
  made.append(link);
  return made;
}

function nothing() {
  return piece("li", "Nothing is found.", "nothing");
}

function piece(name, text, className = "") {
  return Object.assign(document.createElement(name), { textContent: text, className });
}
