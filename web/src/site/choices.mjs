// Sections of which one is chosen from a list. An address within a section chooses it.

export function attachChoices() {
  for (const [index, element] of document.querySelectorAll("[data-choices]").entries()) {
    const sections = [...element.querySelectorAll(":scope > [data-choice]")];
    if (sections.length > 1) attach(element, sections, `choices-${index}`);
  }
}

function attach(element, sections, id) {
  const select = document.createElement("select");
  select.id = id;
  select.append(...sections.map((section, index) => new Option(section.dataset.choice, index)));
  const label = Object.assign(document.createElement("label"), { className: "choice", textContent: `${element.dataset.choices} ` });
  label.append(select);
  element.prepend(label);
  element.classList.add("chosen");
  const show = (index) => {
    select.selectedIndex = index;
    sections.forEach((section, other) => (section.hidden = other !== index));
  };
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const index = sections.findIndex((section) => section.contains(target));
    if (index < 0) return;
    show(index);
    target.scrollIntoView();
  };
  select.addEventListener("change", () => show(select.selectedIndex));
  addEventListener("hashchange", reveal);
  show(0);
  reveal();
}
