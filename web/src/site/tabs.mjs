// Sections as tabs. A choice is remembered, and holds for every group of tabs that offers it.

import { remember, remembered } from "./memory.mjs";

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

export function attachTabs() {
  const groups = [...document.querySelectorAll("[data-tabs]")].map((element, index) => new Tabs(element, `tabs-${index}`));
  const choose = (name) => groups.forEach((group) => group.choose(name));
  for (const group of groups) {
    group.chosen = (name) => {
      remember("tab", name);
      choose(name);
    };
  }
  choose(remembered("tab"));
  const reveal = () => groups.forEach((group) => group.reveal(decodeURIComponent(location.hash.slice(1))));
  addEventListener("hashchange", reveal);
  reveal();
}

class Tabs {
  constructor(element, id) {
    this.panels = [...element.querySelectorAll(":scope > [data-tab]")];
    this.tabs = this.panels.map((panel, index) => this.tab(panel, `${id}-${index}`));
    const list = document.createElement("div");
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", element.getAttribute("aria-label") ?? "Choices");
    list.append(...this.tabs);
    list.addEventListener("keydown", (event) => this.keyed(event));
    // The list has the name now; a group without a role must not have one.
    element.removeAttribute("aria-label");
    element.prepend(list);
    element.classList.add("tabbed");
    this.show(0);
  }

  tab(panel, id) {
    panel.id ||= `${id}-panel`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", id);
    const tab = document.createElement("button");
    Object.assign(tab, { type: "button", id, textContent: panel.dataset.tab });
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    tab.addEventListener("click", () => this.chosen(panel.dataset.tab));
    return tab;
  }

  // Shows the panel of a name; a group without it stays as it is.
  choose(name) {
    const index = this.panels.findIndex((panel) => panel.dataset.tab === name);
    if (index >= 0) this.show(index);
  }

  // Shows the panel that holds the element with an id.
  reveal(id) {
    const target = id && document.getElementById(id);
    const index = target ? this.panels.findIndex((panel) => panel.contains(target)) : -1;
    if (index < 0) return;
    this.show(index);
    target.scrollIntoView();
  }

  show(index) {
    this.tabs.forEach((tab, other) => {
      tab.setAttribute("aria-selected", other === index);
      tab.tabIndex = other === index ? 0 : -1;
      this.panels[other].hidden = other !== index;
    });
  }

  keyed(event) {
    const count = this.tabs.length;
    const at = this.tabs.indexOf(document.activeElement);
    const places = { Home: 0, End: count - 1 };
    const next = event.key in STEPS ? (at + STEPS[event.key] + count) % count : places[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    this.chosen(this.panels[next].dataset.tab);
    this.tabs[next].focus();
  }
}
