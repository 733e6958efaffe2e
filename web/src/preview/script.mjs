// The page of `paycat preview`: it shows what the server says of the files, whenever that changes.

import { applyTheme, attachTheme } from "../site/theme.mjs";
import { Frame } from "./frame.mjs";
import { attachPlaces, replaceIn } from "./keeping.mjs";
import { methodEntries, fileEntries, findingsOf } from "./findings.mjs";
import { changesOf } from "./changes.mjs";
import { writtenOf } from "./written.mjs";
import { Payload } from "./payload.mjs";

const FIRST = "index.html";
const at = (name) => document.querySelector(`[data-${name}]`);

class Preview {
  constructor() {
    this.frame = new Frame(at("frame"), (path) => this.went(path));
    this.payload = new Payload(at("check"));
    this.path = "";
    at("pages").addEventListener("change", (event) => this.show(event.target.value));
    // Whatever leads to a page leads to it in the frame, where integrators' pages are.
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a[href^='/pages/']");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.frame.go(link.getAttribute("href"));
    });
    document.addEventListener("click", (event) => {
      const named = event.target.closest("[data-page]");
      if (named) this.show(named.dataset.page);
    });
    at("theme-switch").addEventListener("click", () => this.frame.applyTheme());
  }

  checked(state) {
    this.state = state;
    document.title = `${state.errors ? `(${state.errors}) ` : ""}Preview${state.title ? `: ${state.title}` : ""}`;
    at("title").textContent = state.title || "Preview";
    at("checked").textContent = `${state.at}: ${found(state)}`;
    replaceIn(at("methods"), methodEntries(state.methods));
    replaceIn(at("files"), fileEntries(state.files));
    replaceIn(at("findings"), findingsOf(state.findings));
    this.showStale();
    this.choose();
    this.payload.follow(state);
  }

  // The page about what was saved is shown, unless the one that is shown is about it, too.
  choose() {
    const { pages, shows, version } = this.state;
    const there = pages.some(({ path }) => path === this.path);
    if (shows.length && at("follow").checked && !shows.includes(this.path)) [this.path] = shows;
    else if (!there && pages.length) this.path = pages.some(({ path }) => path === FIRST) ? FIRST : pages[0].path;
    const options = pages.map(({ path, title }) => new Option(title, path, false, path === this.path));
    at("pages").replaceChildren(...options);
    at("none").hidden = pages.length > 0;
    at("none").textContent = version ? "The pack of the pages is switched off." : "There is no page before the errors are corrected.";
    this.markShown();
    if (pages.length) this.frame.show(version, this.path);
  }

  markShown() {
    for (const button of document.querySelectorAll("button[data-page]")) {
      if (button.dataset.page === this.path) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
    }
  }

  showStale() {
    const { since, findings, errors } = this.state;
    at("stale").hidden = !since;
    if (since) {
      const words = `The page is older: it is that of ${since}, before ${errors === 1 ? "an error" : `${errors} errors`}.`;
      at("stale-words").textContent = words;
      replaceIn(at("stale-finding"), findingsOf(findings.slice(0, 1)));
    }
  }

  show(path) {
    if (!path) return;
    this.path = path;
    this.choose();
  }

  // Somebody followed a link in the frame.
  went(path) {
    this.path = path;
    at("pages").value = path;
    this.markShown();
  }
}

function found({ errors, warnings }) {
  const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  return errors || warnings ? `${counted(errors, "error")}, ${counted(warnings, "warning")}` : "clean";
}

document.documentElement.classList.add("js");
applyTheme();
attachTheme();
attachPlaces();
const preview = new Preview();
const shown = {
  checked: (state) => preview.checked(state),
  compared: (state) => replaceIn(at("changes"), changesOf(state)),
  files: (state) => replaceIn(at("written"), writtenOf(state)),
};
const stream = new EventSource("/events");
for (const [kind, show] of Object.entries(shown)) {
  stream.addEventListener(kind, ({ data }) => show(JSON.parse(data)));
}
stream.addEventListener("open", () => (at("lost").hidden = true));
stream.addEventListener("error", () => (at("lost").hidden = false));
