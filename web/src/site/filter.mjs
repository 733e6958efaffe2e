// Forms that choose rows. The address contains the choice, so a link and a reload show the same.

export function attachFilters() {
  for (const form of document.querySelectorAll("form[data-filter]")) new Filter(form);
}

class Filter {
  constructor(form) {
    this.form = form;
    this.rows = [...document.getElementById(form.dataset.filter).querySelectorAll("[data-row]")];
    this.texts = new Map(this.rows.map((row) => [row, folded(this.textOf(row))]));
    this.count = form.querySelector("[data-count]");
    this.empty = form.parentElement.querySelector("[data-empty]");
    this.fields = [...form.elements].filter((field) => field.name);
    const direction = this.fields.find((field) => field.name === "direction");
    this.directions = direction ? [...direction.options].map((option) => option.value).filter(Boolean) : [];
    form.addEventListener("input", () => this.chosen());
    form.addEventListener("submit", (event) => event.preventDefault());
    // The fields are empty only after the event.
    form.addEventListener("reset", () => setTimeout(() => this.chosen()));
    addEventListener("hashchange", () => this.restore());
    this.restore();
  }

  // What a row shows, and the names of the codes that it has.
  textOf(row) {
    const options = [...this.form.querySelectorAll("select[name=country] option, select[name=currency] option")];
    const names = options.filter(({ value, parentElement }) => value && words(row, parentElement.name).includes(value));
    return [row.textContent, ...names.map((one) => one.textContent)].join(" ");
  }

  chosen() {
    const choice = new URLSearchParams(this.choice());
    const address = location.href.split("#")[0];
    history.replaceState(null, "", choice.size ? `${address}#${choice}` : address);
    this.apply();
  }

  // Every filter that is set, by name.
  choice() {
    const set = this.fields.filter((field) => field.value);
    return Object.fromEntries(set.map((field) => [field.name, field.value]));
  }

  restore() {
    const hash = location.hash.slice(1);
    if (hash.includes("=") || !hash) {
      const choice = new URLSearchParams(hash);
      for (const field of this.fields) {
        field.value = choice.get(field.name) ?? "";
        if (field.selectedIndex === -1) field.value = "";
      }
    }
    this.apply();
  }

  apply() {
    const choice = this.choice();
    let shown = 0;
    for (const row of this.rows) {
      row.hidden = !this.fits(row, choice);
      shown += row.hidden ? 0 : 1;
    }
    const words = this.count?.textContent.replace(/^\d+/, shown);
    if (this.count && this.count.textContent !== words) this.count.textContent = words;
    if (this.empty) this.empty.hidden = shown > 0;
  }

  fits(row, { find = "", direction, availability, ...others }) {
    if (!folded(find).split(/\s+/).every((word) => this.texts.get(row).includes(word))) return false;
    if (!this.directions.length) Object.assign(others, availability && { availability });
    else if (!offers(row, direction ? [direction] : this.directions, availability, direction)) return false;
    return Object.entries(others).every(([name, value]) => words(row, name).includes(value));
  }
}

// A direction alone asks whether it is supported; an availability alone, whether any direction has it.
function offers(row, directions, availability, direction) {
  if (!direction && !availability) return true;
  return directions.some((one) => words(row, one).includes(availability || "supported"));
}

// Returns a text without what people leave out when they type.
function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

function words(row, name) {
  return (row.getAttribute(`data-${name.replaceAll("_", "-")}`) ?? "").split(" ");
}
