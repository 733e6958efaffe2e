// Bundled by `make bundles` from web/src/preview; the licences of packages are in licences.txt.
"use strict";
(() => {
  // src/site/memory.mjs
  var held = /* @__PURE__ */ new Map();
  function remembered(name) {
    try {
      return localStorage.getItem(`paycat-${name}`);
    } catch {
      return held.get(name) ?? null;
    }
  }
  function remember(name, value) {
    held.set(name, value);
    try {
      localStorage.setItem(`paycat-${name}`, value);
    } catch {
    }
  }

  // src/site/theme.mjs
  var THEMES = ["system", "light", "dark"];
  function applyTheme(theme = remembered("theme")) {
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  }
  function attachTheme() {
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      const shown2 = () => document.documentElement.dataset.theme ?? "system";
      const show = () => button.textContent = `Theme: ${shown2()}`;
      show();
      button.addEventListener("click", () => {
        const theme = THEMES[(THEMES.indexOf(shown2()) + 1) % THEMES.length];
        remember("theme", theme);
        applyTheme(theme);
        show();
      });
    }
  }

  // src/site/element.mjs
  function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  // src/preview/frame.mjs
  var PAGE = /^\/pages\/\d+\/(.*)$/;
  var Frame = class {
    constructor(holder, went) {
      this.holder = holder;
      this.went = went;
      this.address = "";
    }
    show(version, path) {
      this.go(`/pages/${version}/${path}`);
    }
    go(address) {
      if (address === this.address) return;
      this.address = address;
      this.coming?.remove();
      const next = element("iframe", { title: "Reference page", className: "coming" });
      next.addEventListener("load", () => this.loaded(next));
      next.src = address;
      this.coming = next;
      this.holder.append(next);
    }
    loaded(frame) {
      const { document: page, location } = frame.contentWindow;
      for (const link of page.links) {
        if (link.origin !== location.origin) Object.assign(link, { target: "_blank", rel: "noopener noreferrer" });
      }
      if (frame === this.coming) this.swap(frame);
      this.applyTheme();
      const path = PAGE.exec(location.pathname);
      if (!path) return;
      if (frame === this.shown) this.address = location.pathname;
      this.went(decodeURI(path[1]));
    }
    swap(next) {
      const old = this.shown;
      if (old && old.contentWindow.location.pathname.replace(PAGE, "$1") === next.contentWindow.location.pathname.replace(PAGE, "$1")) {
        openAs(next.contentDocument, old.contentDocument);
        scrollAs(next.contentWindow, old.contentWindow);
      }
      const hadFocus = document.activeElement === old;
      this.shown = next;
      this.coming = void 0;
      next.classList.remove("coming");
      old?.remove();
      if (hadFocus) next.focus({ preventScroll: true });
    }
    applyTheme() {
      const page = this.shown?.contentDocument?.documentElement;
      if (!page) return;
      const { theme } = document.documentElement.dataset;
      if (theme) page.dataset.theme = theme;
      else delete page.dataset.theme;
    }
  };
  function openAs(next, old) {
    const were = detailsOf(old);
    for (const [name, details] of detailsOf(next)) if (were.has(name)) details.open = were.get(name).open;
  }
  function detailsOf(page) {
    const found2 = /* @__PURE__ */ new Map();
    for (const details of page.querySelectorAll("details")) {
      const { id = "" } = details.closest("[id]") ?? {};
      let number = 0;
      while (found2.has(`${id} ${number}`)) number += 1;
      found2.set(`${id} ${number}`, details);
    }
    return found2;
  }
  function scrollAs(next, old) {
    const top = (one) => one.getBoundingClientRect().top;
    const above = [...old.document.querySelectorAll("main [id]")].filter((one) => one.getClientRects().length && top(one) <= old.innerHeight / 4);
    const last = old.scrollY ? above.findLast((one) => next.document.getElementById(one.id)) : void 0;
    const y = last ? top(next.document.getElementById(last.id)) + next.scrollY - top(last) : old.scrollY;
    next.scrollTo({ top: y, left: old.scrollX, behavior: "instant" });
  }

  // src/site/status.mjs
  function announce(sentence) {
    document.getElementById("status").textContent = sentence;
  }

  // src/site/copying.mjs
  async function copied(source) {
    try {
      await navigator.clipboard.writeText(source.textContent);
      return true;
    } catch {
      getSelection().selectAllChildren(source);
      return document.execCommand("copy");
    }
  }

  // src/preview/keeping.mjs
  function replaceIn(holder, nodes) {
    const keyed2 = (one) => one?.closest?.("[data-key]")?.dataset.key;
    const focused = holder.contains(document.activeElement) ? keyed2(document.activeElement) : void 0;
    const open = new Set([...holder.querySelectorAll("details[open]")].map(keyed2));
    holder.replaceChildren(...nodes);
    for (const details of holder.querySelectorAll("details")) if (open.has(keyed2(details))) details.open = true;
    if (focused === void 0) return;
    const again = [...holder.querySelectorAll("[data-key]")].find((one) => one.dataset.key === focused);
    const near = again ?? holder.closest("[tabindex]");
    (near?.matches("details") ? near.querySelector("summary") : near)?.focus({ preventScroll: true });
  }
  function placeOf(text, key = text) {
    const made = element("button", { type: "button", className: "place", title: "Copy the place" }, text);
    made.dataset.place = text;
    made.dataset.key = key;
    return made;
  }
  function attachPlaces() {
    document.addEventListener("click", async (event) => {
      const button = event.target.closest("button[data-place]");
      if (!button) return;
      const done = await copied(button);
      announce(done ? `Copied ${button.dataset.place}` : "The place is selected; copy it with the keyboard.");
      button.dataset.copied = "";
      setTimeout(() => delete button.dataset.copied, 2e3);
    });
  }
  function keyed(node, key) {
    node.dataset.key = key;
    return node;
  }

  // src/preview/findings.mjs
  function methodEntries(methods) {
    return methods.map(({ name, pages, ...numbers }) => {
      const links = pages.map(({ path, title }) => pageButton(path, title, `${title} of ${name}`));
      return element("li", {}, element("span", { className: "entry" }, name, ...counts(numbers)), ...links.flatMap((one) => [" ", one]));
    });
  }
  function fileEntries(files) {
    return files.map(({ name, page, ...numbers }) => {
      const shown2 = page ? pageButton(page, name, name) : element("span", {}, name);
      return element("li", {}, shown2, ...counts(numbers));
    });
  }
  function findingsOf(findings) {
    if (!findings.length) return [element("p", { className: "soft" }, "Nothing is found.")];
    const entries = findings.map(
      (one) => element(
        "li",
        { className: one.severity },
        element("p", {}, placeOf(one.place, `${one.place} ${one.code} ${one.message}`)),
        element("p", {}, element("span", { className: `badge ${one.severity === "error" ? "bad" : "warn"}` }, one.severity), " ", one.message),
        ...one.help ? [element("p", { className: "soft" }, one.help)] : [],
        element("p", { className: "soft" }, element("code", {}, one.code))
      )
    );
    return [element("ol", { className: "plain" }, ...entries)];
  }
  function pageButton(path, words, key) {
    const made = keyed(element("button", { type: "button", className: "page" }, words), key);
    made.dataset.page = path;
    return made;
  }
  function counts({ errors, warnings }) {
    const badge = (number, noun, kind) => element("span", { className: `badge ${kind}` }, `${number} ${noun}${number === 1 ? "" : "s"}`);
    const made = [...errors ? [badge(errors, "error", "bad")] : [], ...warnings ? [badge(warnings, "warning", "warn")] : []];
    return made.flatMap((one) => [" ", one]);
  }

  // src/preview/changes.mjs
  var KINDS = { breaking: "bad", risky: "warn", safe: "good", wording: "plain" };
  function changesOf({ against, at: at2, summary, changes = [], left = 0, faults = [], findings }) {
    const nodes = [element("p", { className: "soft" }, summary ? `${at2}, compared with ${against}.` : `${at2}: not compared with ${against}.`)];
    if (summary) nodes.push(element("p", {}, `${summary}.`));
    if (findings.length) nodes.push(...findingsOf(findings));
    nodes.push(...faults.map((one) => element("p", { className: "bad" }, `Fault of paycat: ${one}`)));
    if (changes.length) nodes.push(element("ol", { className: "plain" }, ...changes.map(entry)));
    if (left) nodes.push(element("p", { className: "soft" }, `${left} more; paycat diff prints them.`));
    return nodes;
  }
  function entry(change) {
    const key = `${change.type} ${change.text}`;
    const lines = [
      element("p", {}, element("span", { className: `badge ${KINDS[change.verdict]}` }, change.known || change.verdict), " ", change.text),
      change.where && element("p", { className: "soft" }, placeOf(change.where, key)),
      ...["also", "whom", "note"].map((name) => change[name] && element("p", { className: "soft" }, change[name])),
      change.follows.length && element("p", { className: "soft" }, `From it follows: ${change.follows.join("; ")}`),
      change.payload && payload(change.payload, key)
    ];
    return element("li", {}, ...lines.filter(Boolean));
  }
  function payload({ turn, origin, lines }, key) {
    const text = lines.map(
      ({ text: text2, marked, note }) => element("span", { className: "line" }, marked ? element("mark", {}, text2) : text2, ...note ? [element("span", { className: "turns" }, `  ← ${note}`)] : [], "\n")
    );
    const shown2 = element("pre", { tabIndex: 0 }, element("code", {}, ...text));
    shown2.setAttribute("role", "region");
    shown2.setAttribute("aria-label", `Payload: ${turn}`);
    return keyed(element("details", {}, element("summary", {}, turn), element("p", { className: "soft" }, origin), shown2), `payload of ${key}`);
  }

  // src/preview/written.mjs
  function writtenOf({ at: at2, waits, summary, findings = [], left = 0, ...paths }) {
    const nodes = waits ? [element("p", { className: "soft" }, waits)] : [];
    if (!at2) return nodes;
    nodes.push(element("p", {}, `${at2}: ${summary ?? "they cannot be made"}.`));
    if (findings.length) nodes.push(...findingsOf(findings));
    for (const word of ["created", "changed", "removed"]) {
      if (!paths[word]?.length) continue;
      const entries = paths[word].map((path) => element("li", {}, element("code", {}, path)));
      nodes.push(keyed(element("details", {}, element("summary", {}, `To be ${word}: ${paths[word].length}`), element("ul", { className: "plain" }, ...entries)), word));
    }
    if (left) nodes.push(element("p", { className: "soft" }, `${left} more; paycat generate --check --list names all of them.`));
    return nodes;
  }

  // src/preview/payload.mjs
  var { forms, forgetRules } = globalThis.paycatCheck;
  var PAUSE_MS = 300;
  var Payload = class {
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
      const ways = /* @__PURE__ */ new Map();
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
  };
  function group(label, options) {
    return element("optgroup", { label }, ...options);
  }
  function keepChoice(select, options) {
    const { value } = select;
    select.replaceChildren(...options);
    if ([...select.options].some((one) => one.value === value)) select.value = value;
  }

  // src/preview/script.mjs
  var FIRST = "index.html";
  var at = (name) => document.querySelector(`[data-${name}]`);
  var Preview = class {
    constructor() {
      this.frame = new Frame(at("frame"), (path) => this.went(path));
      this.payload = new Payload(at("check"));
      this.path = "";
      at("pages").addEventListener("change", (event) => this.show(event.target.value));
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
  };
  function found({ errors, warnings }) {
    const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
    return errors || warnings ? `${counted(errors, "error")}, ${counted(warnings, "warning")}` : "clean";
  }
  document.documentElement.classList.add("js");
  applyTheme();
  attachTheme();
  attachPlaces();
  var preview = new Preview();
  var shown = {
    checked: (state) => preview.checked(state),
    compared: (state) => replaceIn(at("changes"), changesOf(state)),
    files: (state) => replaceIn(at("written"), writtenOf(state))
  };
  var stream = new EventSource("/events");
  for (const [kind, show] of Object.entries(shown)) {
    stream.addEventListener(kind, ({ data }) => show(JSON.parse(data)));
  }
  stream.addEventListener("open", () => at("lost").hidden = true);
  stream.addEventListener("error", () => at("lost").hidden = false);
})();
