// Bundled by `make bundles` from web/src/preview; the licences of packages are in licences.txt.
"use strict";
(() => {
  var __defProp = Object.defineProperty;
  var __typeError = (msg) => {
    throw TypeError(msg);
  };
  var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value;
  var __publicField = (obj, key, value) => __defNormalProp(obj, typeof key !== "symbol" ? key + "" : key, value);
  var __accessCheck = (obj, member, msg) => member.has(obj) || __typeError("Cannot " + msg);
  var __privateGet = (obj, member, getter) => (__accessCheck(obj, member, "read from private field"), getter ? getter.call(obj) : member.get(obj));
  var __privateAdd = (obj, member, value) => member.has(obj) ? __typeError("Cannot add the same private member more than once") : member instanceof WeakSet ? member.add(obj) : member.set(obj, value);
  var __privateSet = (obj, member, value, setter) => (__accessCheck(obj, member, "write to private field"), setter ? setter.call(obj, value) : member.set(obj, value), value);
  var __privateMethod = (obj, member, method) => (__accessCheck(obj, member, "access private method"), method);

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
  function link(href, ...children) {
    return element("a", { href }, ...children);
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
      for (const link2 of page.links) {
        if (link2.origin !== location.origin) Object.assign(link2, { target: "_blank", rel: "noopener noreferrer" });
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
  function announce(sentence2) {
    document.getElementById("status").textContent = sentence2;
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
    const near2 = again ?? holder.closest("[tabindex]");
    (near2?.matches("details") ? near2.querySelector("summary") : near2)?.focus({ preventScroll: true });
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

  // ../generators/typescript/runtime/numbers.ts
  var NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
  var LONGEST_EXPONENT = 18;
  function exact(number) {
    const [, sign = "", whole2 = "", fraction = "", exponent = "0"] = NUMBER.exec(String(number)) ?? [];
    const all = (whole2 + fraction).replace(/^0+/, "");
    const digits = withoutTrailingZeros(all);
    if (!digits) return { digits: "0", power: 0 };
    return { digits: sign + digits, power: Number(exponent) - fraction.length + all.length - digits.length };
  }
  function withoutTrailingZeros(digits) {
    let end = digits.length;
    while (end > 0 && digits[end - 1] === "0") end -= 1;
    return digits.slice(0, end);
  }
  function isKept(text) {
    const exponent = NUMBER.exec(text)?.[4];
    if (exponent && exponent.replace(/^[+-]/, "").length > LONGEST_EXPONENT) return false;
    const value = Number(text);
    return Number.isFinite(value) && plain(value) === plain(text);
  }
  function compare(one, other) {
    const [first, second] = [Number(one), Number(other)];
    if (first !== second) return first < second ? -1 : 1;
    const [a, b] = scaled(exact(one), exact(other));
    return a < b ? -1 : a > b ? 1 : 0;
  }
  function isMultiple(one, step) {
    const [value, unit] = [exact(one), exact(step)];
    if (value.digits === "0" || unit.digits === "1" && value.power >= unit.power) return true;
    const [a, b] = scaled(value, unit);
    return a % b === 0n;
  }
  function scaled(one, other) {
    const lowest = Math.min(one.power, other.power);
    const whole2 = ({ digits, power }) => BigInt(digits) * 10n ** BigInt(power - lowest);
    return [whole2(one), whole2(other)];
  }
  function plain(number) {
    const { digits, power } = exact(number);
    return digits === "0" ? "0" : `${digits}e${power}`;
  }

  // ../generators/typescript/runtime/json.ts
  var Unreadable = class extends Error {
    constructor(message, offset, length) {
      super(message);
      __publicField(this, "offset", offset);
      __publicField(this, "length", length);
    }
  };
  var BLANK = /[ \t\n\r]*/y;
  var TEXT = /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*"/y;
  var NUMBER2 = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
  var WORDS = [["true", true], ["false", false], ["null", null]];
  var SURROGATE = /\p{Surrogate}/u;
  var LONGEST_WHOLE = 4300;
  var SAFE_DIGITS = 15;
  function readObject(body, deepest) {
    const text = typeof body === "string" ? body : decoded(body);
    const lone = typeof body === "string" ? text.search(SURROGATE) : -1;
    if (lone >= 0) throw new Unreadable("the body is not UTF-8 text: a surrogate is alone", lone, 1);
    const { value, span } = new Reader(text, deepest).whole();
    if (!isObject(value)) throw new Unreadable("the body is not a JSON object", span.offset, span.length);
    return value;
  }
  function locate(text, deepest, path, about) {
    const places = /* @__PURE__ */ new Map();
    let { value, span } = new Reader(text, deepest, places).whole();
    const steps = about === "missing" ? path.slice(0, -1) : path;
    for (const [index, step] of steps.entries()) {
      const place2 = places.get(value)?.get(step);
      if (!place2) break;
      span = about === "name" && index === steps.length - 1 ? place2.name : place2.value;
      value = value[step];
    }
    return about === "missing" ? { offset: span.offset, length: 1 } : span;
  }
  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }
  function decoded(body) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    } catch {
      throw new Unreadable("the body is not UTF-8 text", 0, 0);
    }
  }
  var _at, _depth, _Reader_instances, value_fn, nested_fn, object_fn, array_fn, list_fn, string_fn, number_fn, blank_fn, skips_fn, token_fn, since_fn, placesOf_fn, unexpected_fn;
  var Reader = class {
    constructor(text, deepest, places) {
      __publicField(this, "text", text);
      __publicField(this, "deepest", deepest);
      __publicField(this, "places", places);
      __privateAdd(this, _Reader_instances);
      __privateAdd(this, _at, 0);
      __privateAdd(this, _depth, 0);
    }
    whole() {
      __privateMethod(this, _Reader_instances, blank_fn).call(this);
      const offset = __privateGet(this, _at);
      const value = __privateMethod(this, _Reader_instances, value_fn).call(this);
      const span = __privateMethod(this, _Reader_instances, since_fn).call(this, offset);
      __privateMethod(this, _Reader_instances, blank_fn).call(this);
      if (__privateGet(this, _at) < this.text.length) throw __privateMethod(this, _Reader_instances, unexpected_fn).call(this, "its end is expected");
      return { value, span };
    }
  };
  _at = new WeakMap();
  _depth = new WeakMap();
  _Reader_instances = new WeakSet();
  value_fn = function() {
    const sign = this.text[__privateGet(this, _at)];
    if (sign === '"') return __privateMethod(this, _Reader_instances, string_fn).call(this);
    if (sign === "{") return __privateMethod(this, _Reader_instances, nested_fn).call(this, __privateMethod(this, _Reader_instances, object_fn));
    if (sign === "[") return __privateMethod(this, _Reader_instances, nested_fn).call(this, __privateMethod(this, _Reader_instances, array_fn));
    const word = WORDS.find(([written]) => this.text.startsWith(written, __privateGet(this, _at)));
    if (!word) return __privateMethod(this, _Reader_instances, number_fn).call(this);
    __privateSet(this, _at, __privateGet(this, _at) + word[0].length);
    return word[1];
  };
  nested_fn = function(read2) {
    __privateSet(this, _depth, __privateGet(this, _depth) + 1);
    if (__privateGet(this, _depth) > this.deepest) throw new Unreadable(`the body nests deeper than ${this.deepest} levels`, __privateGet(this, _at), 1);
    const value = read2.call(this);
    __privateSet(this, _depth, __privateGet(this, _depth) - 1);
    return value;
  };
  object_fn = function() {
    const members = {};
    const places = __privateMethod(this, _Reader_instances, placesOf_fn).call(this, members);
    __privateMethod(this, _Reader_instances, list_fn).call(this, "}", () => {
      const offset = __privateGet(this, _at);
      if (this.text[offset] !== '"') throw __privateMethod(this, _Reader_instances, unexpected_fn).call(this, "a name in double quotes is expected");
      const name = __privateMethod(this, _Reader_instances, string_fn).call(this);
      const span = __privateMethod(this, _Reader_instances, since_fn).call(this, offset);
      if (Object.hasOwn(members, name)) {
        throw new Unreadable(`the member name ${JSON.stringify(name)} occurs twice in one object`, span.offset, span.length);
      }
      __privateMethod(this, _Reader_instances, blank_fn).call(this);
      if (!__privateMethod(this, _Reader_instances, skips_fn).call(this, ":")) throw __privateMethod(this, _Reader_instances, unexpected_fn).call(this, "a colon is expected");
      __privateMethod(this, _Reader_instances, blank_fn).call(this);
      const start = __privateGet(this, _at);
      add(members, name, __privateMethod(this, _Reader_instances, value_fn).call(this));
      places?.set(name, { name: span, value: __privateMethod(this, _Reader_instances, since_fn).call(this, start) });
    });
    return members;
  };
  array_fn = function() {
    const items = [];
    const places = __privateMethod(this, _Reader_instances, placesOf_fn).call(this, items);
    __privateMethod(this, _Reader_instances, list_fn).call(this, "]", () => {
      const offset = __privateGet(this, _at);
      items.push(__privateMethod(this, _Reader_instances, value_fn).call(this));
      const span = __privateMethod(this, _Reader_instances, since_fn).call(this, offset);
      places?.set(`${items.length - 1}`, { name: span, value: span });
    });
    return items;
  };
  list_fn = function(end, item2) {
    __privateSet(this, _at, __privateGet(this, _at) + 1);
    __privateMethod(this, _Reader_instances, blank_fn).call(this);
    if (__privateMethod(this, _Reader_instances, skips_fn).call(this, end)) return;
    for (; ; ) {
      item2();
      __privateMethod(this, _Reader_instances, blank_fn).call(this);
      if (__privateMethod(this, _Reader_instances, skips_fn).call(this, end)) return;
      if (!__privateMethod(this, _Reader_instances, skips_fn).call(this, ",")) throw __privateMethod(this, _Reader_instances, unexpected_fn).call(this, `a comma or ${end} is expected`);
      __privateMethod(this, _Reader_instances, blank_fn).call(this);
    }
  };
  string_fn = function() {
    const token = __privateMethod(this, _Reader_instances, token_fn).call(this, TEXT)?.[0];
    if (token === void 0) throw __privateMethod(this, _Reader_instances, unexpected_fn).call(this, "a text has a sign that must be escaped, or no end");
    if (!token.includes("\\")) return token.slice(1, -1);
    const value = JSON.parse(token);
    const offset = __privateGet(this, _at) - token.length;
    if (SURROGATE.test(value)) throw new Unreadable("the body is not UTF-8 text: a surrogate is alone", offset, token.length);
    if (value.includes("\0")) throw new Unreadable("the body holds the character U+0000", offset, token.length);
    return value;
  };
  number_fn = function() {
    const found2 = __privateMethod(this, _Reader_instances, token_fn).call(this, NUMBER2);
    if (!found2) throw __privateMethod(this, _Reader_instances, unexpected_fn).call(this, "a value is expected");
    const [token, fraction, exponent] = found2;
    if (token.length <= SAFE_DIGITS && exponent === void 0) return Number(token);
    const isWhole = fraction === void 0 && exponent === void 0;
    if (isWhole ? token.replace("-", "").length > LONGEST_WHOLE : !isKept(token)) {
      const words = "the body holds a number that JSON readers cannot keep exactly";
      throw new Unreadable(words, __privateGet(this, _at) - token.length, token.length);
    }
    return isWhole && !Number.isSafeInteger(Number(token)) ? BigInt(token) : Number(token);
  };
  blank_fn = function() {
    BLANK.lastIndex = __privateGet(this, _at);
    BLANK.test(this.text);
    __privateSet(this, _at, BLANK.lastIndex);
  };
  skips_fn = function(sign) {
    if (this.text[__privateGet(this, _at)] !== sign) return false;
    __privateSet(this, _at, __privateGet(this, _at) + 1);
    return true;
  };
  token_fn = function(form) {
    form.lastIndex = __privateGet(this, _at);
    const found2 = form.exec(this.text);
    if (found2) __privateSet(this, _at, form.lastIndex);
    return found2;
  };
  since_fn = function(offset) {
    return { offset, length: __privateGet(this, _at) - offset };
  };
  placesOf_fn = function(container) {
    if (!this.places) return void 0;
    const made = /* @__PURE__ */ new Map();
    this.places.set(container, made);
    return made;
  };
  unexpected_fn = function(what) {
    return new Unreadable(`the body is not JSON (${what})`, __privateGet(this, _at), __privateGet(this, _at) < this.text.length ? 1 : 0);
  };
  function add(members, name, value) {
    if (name !== "__proto__") members[name] = value;
    else Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
  }

  // ../generators/typescript/runtime/near_names.ts
  var NEAR = 0.65;
  var LONGEST = 100;
  var CANDIDATES = 3;
  var OPPOSITES = [
    ["min", "max"],
    ["least", "most"],
    ["lower", "upper"],
    ["low", "high"],
    ["first", "last"],
    ["before", "after"],
    ["start", "end"],
    ["begin", "end"],
    ["required", "optional"],
    ["required", "absent"],
    ["present", "absent"],
    ["open", "closed"],
    ["with", "without"],
    ["true", "false"],
    ["old", "new"],
    ["inclusive", "exclusive"],
    ["include", "exclude"],
    ["from", "until"],
    ["inbound", "outbound"],
    ["incoming", "outgoing"],
    ["source", "target"],
    ["allow", "deny"],
    ["enable", "disable"],
    ["read", "write"],
    ["add", "remove"],
    ["send", "receive"],
    ["sender", "receiver"],
    ["accept", "reject"],
    ["accept", "refuse"],
    ["increase", "decrease"],
    ["positive", "negative"],
    ["debit", "credit"],
    ["debtor", "creditor"],
    ["payer", "payee"],
    ["push", "pull"],
    ["buyer", "seller"],
    ["deposit", "withdrawal"],
    ["request", "response"]
  ];
  var ENDINGS = [["in", "out"], ["out", "in"]];
  var NEGATIONS = ["not", "non", "no", "un", "in", "dis"];
  function nearName(word, known2) {
    if (word.length > LONGEST) return null;
    const names = new Map([...known2].sort().filter(({ length }) => length <= LONGEST).map((name) => [name.toLowerCase(), name]));
    const near2 = [...names.keys()].map((name) => [likeness(name, word.toLowerCase()), name]).filter(([score]) => score >= NEAR);
    near2.sort(([one, first], [other, second]) => other - one || (first < second ? 1 : -1));
    const found2 = near2.slice(0, CANDIDATES).find(([, name]) => !isOpposite(bare(word), bare(name)));
    return (found2 && names.get(found2[1])) ?? null;
  }
  function isOpposite(word, name) {
    const own = likeness(name, word);
    return opposites(name).some((one) => likeness(one, word) > own);
  }
  function opposites(name) {
    const found2 = OPPOSITES.flatMap(([one, other]) => [name.replaceAll(one, other), name.replaceAll(other, one)]);
    for (const [ending, other] of ENDINGS) if (name.endsWith(ending)) found2.push(name.slice(0, -ending.length) + other);
    for (const negation of NEGATIONS) {
      found2.push(negation + name);
      if (name.startsWith(negation)) found2.push(name.slice(negation.length));
    }
    return [...new Set(found2)].filter((one) => one !== name);
  }
  function bare(name) {
    return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  }
  function likeness(one, other) {
    const all = one.length + other.length;
    return all ? 2 * common(one, other) / all : 1;
  }
  function common(one, other) {
    let [size, start, begin] = [0, 0, 0];
    let row = new Array(other.length + 1).fill(0);
    for (let i = 0; i < one.length; i += 1) {
      const next = new Array(other.length + 1).fill(0);
      for (let j = 0; j < other.length; j += 1) {
        if (one[i] !== other[j]) continue;
        const before2 = row[j] ?? 0;
        next[j + 1] = before2 + 1;
        if (before2 >= size) [size, start, begin] = [before2 + 1, i - before2, j - before2];
      }
      row = next;
    }
    if (!size) return 0;
    const before = common(one.slice(0, start), other.slice(0, begin));
    return size + before + common(one.slice(start + size), other.slice(begin + size));
  }

  // ../generators/typescript/runtime/advice.ts
  function advice({ code, path, member, constraint, condition, known: known2 }) {
    if (known2) return near(path.at(-1), known2);
    if (constraint) return constraint.advice;
    if (condition) return `Send at least one of: ${condition.any_of.map((names) => names.join(" and ")).join("; ")}.`;
    return member && code !== "required" ? `Send a JSON ${member.type}.` : "";
  }
  function near(name, known2) {
    const best = nearName(name, known2);
    return best ? `Did you mean ${best}?` : "";
  }

  // ../generators/typescript/runtime/pointers.ts
  var BARE = /%(24|26|2B|2C|3B|3D|3A|40|3F)/g;
  function pointer(path) {
    return `#${path.map((step) => `/${escaped(step)}`).join("")}`;
  }
  function escaped(step) {
    const uri = encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));
    return uri.replace(BARE, decodeURIComponent);
  }

  // ../generators/typescript/runtime/constraints.ts
  var patterns = /* @__PURE__ */ new Map();
  function keeps({ measure, relation, bound }, value) {
    const measured = MEASURES[measure](value);
    switch (relation) {
      case "equal":
        return measured === bound;
      case "one_of":
        return bound.includes(measured);
      case "matches":
        return pattern(bound).test(measured);
      case "distinct":
        return new Set(measured).size === measured.length;
      case "multiple":
        return isMultiple(measured, bound);
      default:
        return ORDERS[relation](compare(measured, bound));
    }
  }
  var MEASURES = {
    value: (value) => Array.isArray(value) ? value.map(canonical) : value,
    characters: (value) => [...value].length,
    // Code points, not UTF-16 units.
    number: (value) => value,
    places: (value) => (value.split(".")[1] ?? "").length,
    // As they are written in a text.
    items: (value) => value.length
  };
  var ORDERS = {
    at_least: (order) => order >= 0,
    above: (order) => order > 0,
    at_most: (order) => order <= 0,
    below: (order) => order < 0
  };
  function pattern(source) {
    let made = patterns.get(source);
    if (!made) patterns.set(source, made = new RegExp(source, "u"));
    return made;
  }
  function canonical(value) {
    if (typeof value === "number" || typeof value === "bigint") return plain(value);
    if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
    if (!isObject(value)) return JSON.stringify(value);
    const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`);
    return `{${members.sort().join()}}`;
  }

  // ../generators/typescript/runtime/rules.ts
  var MOST_SUGGESTIONS = 10;
  function rejectedMembers(root, value) {
    const found2 = [];
    inGroup(root, value, [], found2);
    return found2;
  }
  function typeOf(value) {
    if (value === null) return "null";
    if (Array.isArray(value)) return "array";
    if (typeof value === "bigint" || typeof value === "number" && Number.isFinite(value)) return "number";
    const type = typeof value;
    return type === "string" || type === "boolean" || type === "object" ? type : void 0;
  }
  function inGroup(group2, value, path, found2) {
    if (!isObject(value)) {
      found2.push(wrongType(group2, value, path));
      return;
    }
    for (const member of group2.members) {
      if (isSent(value, member.name)) inMember(cased(group2, member, value), value[member.name], [...path, member.name], found2);
      else if (member.required) found2.push({ path: [...path, member.name], code: "required", about: "missing", member });
    }
    if (group2.closed) unknown(group2, value, path, found2);
    const broken = group2.conditions.find(({ any_of }) => !any_of.some((names) => names.every((name) => isSent(value, name))));
    if (broken) found2.push({ path, code: "conditional_required", about: "value", member: group2, condition: broken });
  }
  function isSent(value, name) {
    return Object.hasOwn(value, name) && value[name] !== void 0;
  }
  function cased(group2, member, value) {
    const holding = group2.cases?.filter((one) => one.member === member.name && isSent(value, one.given) && value[one.given] === one.value);
    const last = holding?.at(-1);
    return last ? { ...member, constraints: last.field.constraints } : member;
  }
  function inMember(member, value, path, found2) {
    if ("members" in member) {
      inGroup(member, value, path, found2);
    } else if (!hasType(member.type, value)) {
      found2.push(wrongType(member, value, path));
    } else {
      inField(member, value, path, found2);
    }
  }
  function inField(field, value, path, found2) {
    const constraint = field.constraints.find((one) => !keeps(one, value));
    if (constraint) found2.push({ path, code: constraint.code, about: "value", member: field, constraint });
    else if (field.items) for (const [index, item2] of value.entries()) inMember(field.items, item2, [...path, `${index}`], found2);
  }
  function hasType(type, value) {
    if (type === "integer") return typeof value === "bigint" || Number.isInteger(value);
    return typeOf(value) === type;
  }
  function wrongType(member, value, path) {
    return { path, code: value === null ? "null_not_allowed" : "type", about: "value", member };
  }
  function unknown(group2, value, path, found2) {
    const known2 = group2.members.map(({ name }) => name);
    const names = Object.keys(value).filter((name) => value[name] !== void 0 && !known2.includes(name));
    for (const [index, name] of names.entries()) {
      found2.push({ path: [...path, name], code: "unknown_field", about: "name", known: index < MOST_SUGGESTIONS ? known2 : [] });
    }
  }

  // ../generators/typescript/runtime/judge.ts
  function judgedFields(value, rules, service) {
    const found2 = rejectedMembers(rules, value);
    return found2.length ? rejected(found2, service) : { ok: true, value };
  }
  function judgedBody(direction, body, service, rulesOf, addressed) {
    return read(body, service, (value) => judgedValue(direction, value, service, rulesOf, addressed));
  }
  function judgedValue(direction, value, service, rulesOf, addressed) {
    const path = service.members[direction] ?? [];
    const named = path.length ? methodIn(value, path) : addressed ?? onlyMethod(direction, service);
    if (typeof named === "object") return rejected([named], service);
    const method = service.methods.find(({ code }) => code === named);
    if (!method) return whole(service, "unknown_method", "", path);
    const offered = method.offers[direction];
    if (offered !== "supported") return whole(service, "unavailable_direction", otherOffers(direction, method.offers, service), path);
    const rules = rulesOf(direction, method.name);
    return rules ? { ...judgedFields(value, rules, service), method: method.code } : { needs: method.code };
  }
  function read(given, service, judge2) {
    const { largest, deepest } = service.limits;
    const body = given instanceof ArrayBuffer ? new Uint8Array(given) : given;
    if (typeof body !== "string" && !(body instanceof Uint8Array)) {
      throw new TypeError("a body is the text or the bytes as they arrived; `validate` judges values");
    }
    const size = sizeOf(body, largest);
    if (size > largest) return whole(service, "payload_too_large", `The body has ${size} bytes; at most ${largest} are read.`);
    let value;
    try {
      value = readObject(body, deepest);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return whole(service, "malformed_body", sentence(error.message), [], { offset: error.offset, length: error.length });
    }
    return judge2(value);
  }
  function sizeOf(body, largest) {
    if (typeof body === "string") return body.length * 3 <= largest ? 0 : new TextEncoder().encode(body).length;
    return body.length;
  }
  function onlyMethod(direction, service) {
    const offering = service.methods.filter(({ offers }) => offers[direction] === "supported");
    return offering.length === 1 ? offering[0]?.code : void 0;
  }
  function methodIn(body, path) {
    let value = body;
    if (typeOf(value) !== "object") return { path: [], code: value === null ? "null_not_allowed" : "type", about: "value" };
    for (const [index, step] of path.entries()) {
      const here = path.slice(0, index + 1);
      const found2 = Object.hasOwn(value, step) ? value[step] : void 0;
      if (found2 === void 0) return { path: here, code: "required", about: "missing" };
      const expected = here.length < path.length ? "object" : "string";
      if (typeOf(found2) !== expected) return { path: here, code: found2 === null ? "null_not_allowed" : "type", about: "value" };
      value = found2;
    }
    return value;
  }
  function otherOffers(direction, offers, service) {
    const others = Object.keys(offers).filter((other) => offers[other] === "supported");
    const where = others.length ? ` It can be used for: ${others.map((other) => service.directions[other]).join(", ")}.` : "";
    return `It is ${service.availabilities[offers[direction]]} for ${service.directions[direction]}.${where}`;
  }
  function rejected(found2, service) {
    const violations = found2.map((one) => {
      const { code, path, about } = one;
      const message = codeNamed(code, service)?.meaning ?? code;
      return { code, pointer: pointer(path), path, message, advice: advice(one), about, ...reason(one, service) };
    });
    return { ok: false, problem: service.problems.invalid_fields, violations: violations.sort(byPlace) };
  }
  function codeNamed(name, { codes }) {
    return codes.find(({ code }) => code === name);
  }
  function reason({ code, member, constraint, condition }, service) {
    const stated = constraint ?? condition;
    if (stated) return { source: stated.source, decisions: stated.decisions };
    const { source, decisions } = codeNamed(code, service) ?? { source: null, decisions: [] };
    if (!member) return { source, decisions };
    return { source: member.source ?? source, decisions: decisions.filter((id) => member.decisions.includes(id)) };
  }
  function byPlace(one, other) {
    if (one.pointer !== other.pointer) return one.pointer < other.pointer ? -1 : 1;
    return one.code < other.code ? -1 : Number(one.code > other.code);
  }
  function whole(service, cause, advice2, path = [], span) {
    const problem = service.problems[cause];
    const { slug: code, source, decisions } = problem;
    const stated = { code, pointer: pointer(path), path, message: `${problem.title}.`, advice: advice2, source, decisions };
    return { ok: false, problem, violations: [{ ...stated, about: "value", ...span && { span } }] };
  }
  function sentence(words) {
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  }

  // src/check/check.mjs
  function check(direction, text, service, addressed) {
    const rulesOf = (way, name) => service.rules.get(`${way}.${name}`)?.root;
    const judged = judgedBody(direction, text, service, rulesOf, addressed);
    if (judged.needs !== void 0) return judged;
    const { violations = [], problem = null, method } = judged;
    const isRead = problem?.slug !== service.problems.malformed_body.slug && problem?.slug !== service.problems.payload_too_large.slug;
    const spanOf = ({ path, about, span }) => span ?? (isRead ? locate(text, service.limits.deepest, path, about) : { offset: 0, length: 0 });
    return { violations: violations.map((one) => ({ ...one, ...place(spanOf(one), text) })), problem, method };
  }
  function place({ offset, length }, text) {
    const before = text.slice(0, offset);
    return { offset, length, line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
  }

  // src/check/anchor.mjs
  function anchor(...names) {
    return names.map((name) => name.replace(/[^A-Za-z0-9_-]/gu, escaped2)).join(".");
  }
  function escaped2(sign) {
    return `~${sign.codePointAt(0).toString(16)}~`;
  }

  // src/check/rows.mjs
  function rowOf(document2, path) {
    const row = path.length ? document2.getElementById(anchor("field", ...path)) : null;
    return row?.querySelector("[data-finding]") ? row : null;
  }
  function mark(document2, violation) {
    const row = rowOf(document2, violation.path);
    if (!row) return;
    const note = document2.createElement("p");
    note.className = "finding";
    note.textContent = `In your payload: ${violation.advice || violation.message}`;
    row.dataset.rejected = "";
    row.querySelector("[data-finding]").append(note);
  }
  function clearMarks(document2) {
    for (const note of document2.querySelectorAll("p.finding")) note.remove();
    for (const row of document2.querySelectorAll("[data-rejected]")) delete row.dataset.rejected;
  }

  // src/check/findings.mjs
  function shownFindings(answer, context, select2) {
    const { violations, problem, method } = answer;
    const nodes = [heading(violations.length, problem)];
    if (context.other) {
      const page = link(context.pageOf(context.other), context.other);
      nodes.push(element("p", { className: "note" }, "This payload names ", page, `; this page is about ${context.own}. It was checked as `, context.other, "."));
    } else if (context.named) {
      nodes.push(element("p", {}, "The payload names ", link(context.pageOf(method), method), "; its page describes every field."));
    }
    const inOrder = [...violations].sort((one, other) => one.offset - other.offset);
    if (violations.length) nodes.push(element("ol", { className: "findings" }, ...inOrder.map((one) => item(one, context, select2))));
    return nodes;
  }
  function heading(count, problem) {
    if (!problem) {
      return element("p", { className: "verdict accepted" }, element("strong", {}, "Accepted."), " The service would take this payload.");
    }
    const findings = `${count} ${count === 1 ? "finding" : "findings"}.`;
    return element(
      "p",
      { className: "verdict rejected" },
      element("strong", {}, findings),
      ` The service would answer ${problem.status} `,
      element("code", {}, problem.slug),
      `: ${problem.title}.`
    );
  }
  function item(violation, context, select2) {
    const where = element("button", { type: "button", className: "quiet" }, `Line ${violation.line}, column ${violation.column}`);
    where.addEventListener("click", () => select2(violation));
    const name = violation.path.join(".") || "the body";
    const row = context.other ? null : rowOf(document, violation.path);
    const field = row ? link(`#${row.id}`, element("code", {}, name)) : element("code", {}, name);
    const code = element("code", { className: "badge bad" }, violation.code);
    const sentence2 = [violation.message, violation.advice].filter(Boolean).join(" ");
    return element("li", {}, field, " ", code, " ", where, element("br"), ...pieces(sentence2), ...marks(violation, context.root));
  }
  function pieces(sentence2) {
    return sentence2.split("`").map((piece, index) => index % 2 ? element("code", {}, piece) : piece);
  }
  function marks({ source, decisions }, root) {
    const made = source ? [element("span", { className: "mark", title: "Stated by the specification" }, source)] : [];
    for (const id of decisions) {
      const decision = link(`${root}decisions.html#${anchor("decision", id)}`, id);
      decision.className = "mark ours";
      made.push(decision);
    }
    return made.flatMap((one) => [" ", one]);
  }

  // src/check/loading.mjs
  var known = { methods: [], rules: /* @__PURE__ */ new Map() };
  var waiting = /* @__PURE__ */ new Map();
  globalThis.paycatService = (data) => {
    Object.assign(known, data);
  };
  globalThis.paycatRules = (direction, name, rules) => {
    known.rules.set(`${direction}.${name}`, rules);
  };
  function forgetRules() {
    known.rules.clear();
  }
  async function loadService(root) {
    await load(`${root}assets/service.js`);
    return known;
  }
  async function loadRules(root, direction, name) {
    await load(`${root}assets/rules/${direction}.${name}.js`);
    return known.rules.get(`${direction}.${name}`);
  }
  function load(address) {
    if (!waiting.has(address)) {
      waiting.set(
        address,
        new Promise((resolve, reject) => {
          const script = document.createElement("script");
          script.src = address;
          script.onload = resolve;
          script.onerror = () => {
            waiting.delete(address);
            reject(new Error(`${address} cannot be loaded`));
          };
          document.head.append(script);
        })
      );
    }
    return waiting.get(address);
  }

  // src/check/judging.mjs
  async function judge(text, { direction, own, addressed = own }) {
    const { root } = document.body.dataset;
    const service = await loadService(root);
    let answer = check(direction, text.value, service, addressed);
    if (answer.needs) {
      await loadRules(root, direction, nameOf(service, answer.needs));
      answer = check(direction, text.value, service, addressed);
    }
    clearMarks(document);
    const other = own && answer.method && answer.method !== own ? answer.method : null;
    if (!other) for (const violation of answer.violations) mark(document, violation);
    const pageOf = (method) => `${root}${direction}/${nameOf(service, method)}.html`;
    const named = !own && service.members[direction].length && answer.method;
    const nodes = shownFindings(answer, { other, own, pageOf, root, named }, (violation) => select(text, violation));
    return { problem: answer.problem, nodes };
  }
  function nameOf(service, method) {
    return service.methods.find(({ code }) => code === method).name;
  }
  function select(text, { offset, length }) {
    text.focus();
    text.setSelectionRange(offset, offset + length);
    const line = text.value.slice(0, offset).split("\n").length - 1;
    const height = text.scrollHeight / Math.max(1, text.value.split("\n").length);
    text.scrollTop = Math.max(0, (line - 3) * height);
  }

  // src/check/forms.mjs
  var CheckForm = class {
    constructor(section) {
      this.section = section;
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
    get root() {
      return document.body.dataset.root;
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
      const direction = this.chosenDirection;
      const { nodes } = await judge(this.text, { direction, own: this.method, addressed: this.addressed(direction) });
      this.show(...nodes);
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
  };
  function paragraph(text, kind) {
    const made = document.createElement("p");
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  }

  // src/preview/payload.mjs
  var PAUSE_MS = 300;
  var Payload = class {
    constructor(section) {
      this.section = section;
      this.form = new CheckForm(section);
      this.version = 0;
      let waiting2;
      section.querySelector("textarea").addEventListener("input", () => {
        clearTimeout(waiting2);
        waiting2 = setTimeout(() => this.again(), PAUSE_MS);
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
  function keepChoice(select2, options) {
    const { value } = select2;
    select2.replaceChildren(...options);
    if ([...select2.options].some((one) => one.value === value)) select2.value = value;
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
        const link2 = event.target.closest("a[href^='/pages/']");
        if (!link2 || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.frame.go(link2.getAttribute("href"));
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
