// "Show the fields for …": rows of what a case takes away are hidden, and what one requires is marked, as values are chosen.

// Offers a choice of values where the cases of the page ask for them.
export function attachChoices(document) {
  const list = document.querySelector("[data-cases]");
  if (!list) return;
  const { deciders, cases } = JSON.parse(list.dataset.cases);
  const chosen = new Map();
  for (const { field, name, values } of deciders) {
    const select = document.createElement("select");
    for (const text of ["any", ...values.map((value) => value.text)]) select.append(new Option(text));
    select.addEventListener("change", () => {
      chosen.delete(field);
      if (select.selectedIndex) chosen.set(field, values[select.selectedIndex - 1].value);
      show(document, cases, chosen);
    });
    const label = document.createElement("label");
    label.className = "choice";
    label.append(`Show the fields for ${name}: `, select);
    document.getElementById(field)?.append(label);
  }
}

function show(document, cases, chosen) {
  const holding = cases.filter(({ given }) => given.every((one) => isMet(one, chosen)));
  for (const { field } of cases) {
    const row = document.getElementById(field);
    if (!row) continue;
    const own = new Set(holding.filter((one) => one.field === field).map(({ requirement }) => requirement));
    row.closest("li").hidden = own.has("absent");
    const badge = row.querySelector(".badge.level");
    badge.dataset.level ??= badge.textContent;
    badge.textContent = own.has("required") ? "required" : badge.dataset.level;
    badge.className = `badge level ${badge.textContent}`;
  }
}

function isMet({ field, test, values }, chosen) {
  if (!chosen.has(field)) return false;
  const value = chosen.get(field);
  if (test === "present" || test === "absent") return value === test;
  return values.includes(value) === (test === "one_of");
}
