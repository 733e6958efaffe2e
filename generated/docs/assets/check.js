// Bundled by `make bundles` from web/src/check; the licences of packages are in licences.txt.
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
    if (exponent && exponent.replace(/^[+-]?0*/, "").length > LONGEST_EXPONENT) return false;
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
  var IN_QUOTES = /[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*/y;
  var NUMBER2 = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
  var WORDS = [["true", true], ["false", false], ["null", null]];
  var SURROGATE = /\p{Surrogate}/u;
  var LONGEST_WHOLE = 4300;
  var SAFE_DIGITS = 15;
  var OF_BODIES = {
    subject: "the body",
    number: (token, isWhole) => {
      if (isWhole ? token.replace("-", "").length > LONGEST_WHOLE : !isKept(token)) return void 0;
      return isWhole && !Number.isSafeInteger(Number(token)) ? BigInt(token) : Number(token);
    },
    stringFault: (value) => {
      if (SURROGATE.test(value)) return "the body is not UTF-8 text: a surrogate is alone";
      return value.includes("\0") ? "the body holds the character U+0000" : "";
    }
  };
  function readObject(body, deepest) {
    return readJson(body, { ...OF_BODIES, deepest });
  }
  function readJson(content, rules) {
    const text = typeof content === "string" ? content : decoded(content, rules.subject);
    const lone = typeof content === "string" ? text.search(SURROGATE) : -1;
    if (lone >= 0) throw placed(`${rules.subject} is not UTF-8 text`, text, lone, 1);
    const { value, span } = new Reader(text, rules).whole();
    if (!isObject(value)) throw new Unreadable(`${rules.subject} is not a JSON object`, span.offset, span.length);
    return value;
  }
  function locate(text, deepest, path, about2) {
    const places = /* @__PURE__ */ new Map();
    let { value, span } = new Reader(text, { ...OF_BODIES, deepest }, places).whole();
    const steps = about2 === "missing" ? path.slice(0, -1) : path;
    for (const [index, step] of steps.entries()) {
      const place2 = places.get(value)?.get(step);
      if (!place2) break;
      span = about2 === "name" && index === steps.length - 1 ? place2.name : place2.value;
      value = value[step];
    }
    return about2 === "missing" ? { offset: span.offset, length: 1 } : span;
  }
  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }
  function decoded(content, subject) {
    const [first, second] = content.length > 1 ? content : [];
    if (first === 0 || second === 0 || first === 255 && second === 254 || first === 254 && second === 255) {
      throw placed(`${subject} is not UTF-8 text: it looks like UTF-16 or UTF-32`, "", 0, 0);
    }
    const text = beginning(content, false);
    if (text !== void 0) return text;
    let [length, tooLong] = [0, content.length + 1];
    while (tooLong - length > 1) {
      const middle = length + tooLong >> 1;
      if (beginning(content.subarray(0, middle), true) === void 0) tooLong = middle;
      else length = middle;
    }
    const before = beginning(content.subarray(0, length), true) ?? "";
    throw placed(`${subject} is not UTF-8 text`, before, before.length, 0);
  }
  function beginning(bytes, stream) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream });
    } catch {
      return void 0;
    }
  }
  function placed(words, text, offset, length) {
    const before = text.slice(0, offset).split("\n");
    const column = [...before[before.length - 1] ?? ""].length + 1;
    return new Unreadable(`${words} (line ${before.length}, column ${column})`, offset, length);
  }
  var _at, _depth, _Reader_instances, value_fn, nested_fn, object_fn, array_fn, list_fn, string_fn, number_fn, blank_fn, skips_fn, token_fn, since_fn, placesOf_fn, unexpected_fn;
  var Reader = class {
    constructor(text, rules, places) {
      __publicField(this, "text", text);
      __publicField(this, "rules", rules);
      __publicField(this, "places", places);
      __privateAdd(this, _Reader_instances);
      __privateAdd(this, _at, 0);
      __privateAdd(this, _depth, 0);
    }
    whole() {
      if (this.text.startsWith("\uFEFF")) throw __privateMethod(this, _Reader_instances, unexpected_fn).call(this, "it starts with a byte order mark");
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
    const { subject, deepest } = this.rules;
    if (__privateGet(this, _depth) > deepest) throw placed(`${subject} nests deeper than ${deepest} levels`, this.text, __privateGet(this, _at), 1);
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
        throw placed("a member name occurs twice in one object", this.text, span.offset, span.length);
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
    const offset = __privateGet(this, _at);
    __privateSet(this, _at, __privateGet(this, _at) + 1);
    __privateMethod(this, _Reader_instances, token_fn).call(this, IN_QUOTES);
    const ending = this.text[__privateGet(this, _at)];
    if (ending === void 0) throw __privateMethod(this, _Reader_instances, unexpected_fn).call(this, "a closing quote is expected");
    if (ending === "\\") throw __privateMethod(this, _Reader_instances, unexpected_fn).call(this, "the escape after the backslash is unknown");
    if (ending !== '"') throw __privateMethod(this, _Reader_instances, unexpected_fn).call(this, "a line break or other control character must be escaped");
    __privateSet(this, _at, __privateGet(this, _at) + 1);
    const token = this.text.slice(offset, __privateGet(this, _at));
    if (!token.includes("\\")) return token.slice(1, -1);
    const value = JSON.parse(token);
    const fault = this.rules.stringFault(value);
    if (fault) throw placed(fault, this.text, offset, token.length);
    return value;
  };
  number_fn = function() {
    const found = __privateMethod(this, _Reader_instances, token_fn).call(this, NUMBER2);
    if (!found) throw __privateMethod(this, _Reader_instances, unexpected_fn).call(this, "a value is expected");
    const [token, fraction, exponent] = found;
    if (token.length <= SAFE_DIGITS && exponent === void 0) return Number(token);
    const value = this.rules.number(token, fraction === void 0 && exponent === void 0);
    if (value !== void 0) return value;
    const words = `${this.rules.subject} holds a number that JSON readers cannot keep exactly`;
    throw placed(words, this.text, __privateGet(this, _at) - token.length, token.length);
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
    const found = form.exec(this.text);
    if (found) __privateSet(this, _at, form.lastIndex);
    return found;
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
    const length = __privateGet(this, _at) < this.text.length ? 1 : 0;
    return placed(`${this.rules.subject} is not JSON: ${what}`, this.text, __privateGet(this, _at), length);
  };
  function add(members, name, value) {
    if (name !== "__proto__") members[name] = value;
    else Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
  }
  function isSent(value, name) {
    return Object.hasOwn(value, name) && value[name] !== void 0;
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
    const found = near2.slice(0, CANDIDATES).find(([, name]) => !isOpposite(bare(word), bare(name)));
    return (found && names.get(found[1])) ?? null;
  }
  function isOpposite(word, name) {
    const own = likeness(name, word);
    return opposites(name).some((one) => likeness(one, word) > own);
  }
  function opposites(name) {
    const found = OPPOSITES.flatMap(([one, other]) => [name.replaceAll(one, other), name.replaceAll(other, one)]);
    for (const [ending, other] of ENDINGS) if (name.endsWith(ending)) found.push(name.slice(0, -ending.length) + other);
    for (const negation of NEGATIONS) {
      found.push(negation + name);
      if (name.startsWith(negation)) found.push(name.slice(negation.length));
    }
    return [...new Set(found)].filter((one) => one !== name);
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

  // ../generators/typescript/runtime/cases.ts
  function decisionsIn(group, value, outer) {
    const own = group.cases?.filter((one) => one.given.every((given) => isMet(given, value))) ?? [];
    return [...outer, ...own.map((one) => ({ path: one.path, case: one }))];
  }
  function inside(decisions, name) {
    const below = decisions.filter(({ path }) => path.length > 1 && path[0] === name);
    return below.map((one) => ({ ...one, path: one.path.slice(1) }));
  }
  function about(decisions, name) {
    return decisions.filter(({ path }) => path.length === 1 && path[0] === name).map((one) => one.case);
  }
  function requirementOf(member, decisions) {
    const cases = about(decisions, member.name);
    if (cases.some(({ requirement }) => requirement === "absent")) return "absent";
    const requires = decisions.some(({ path, case: { requirement } }) => path[0] === member.name && requirement === "required");
    return member.required || requires ? "required" : "optional";
  }
  function isMet(given, object) {
    let value = object;
    for (const name of given.path) {
      if (!isObject(value)) return false;
      if (!isSent(value, name)) return given.test === "absent";
      value = value[name];
    }
    if (given.test === "absent" || given.test === "present") return given.test === "present" && value !== null;
    return typeof value === typeof given.values[0] && given.values.includes(value) === (given.test === "one_of");
  }

  // ../generators/typescript/runtime/check_digits.ts
  var ALGORITHMS = { luhn, iban, aba, cpf, cnpj };
  function luhn(text) {
    const digits = [...text].reverse().map(Number);
    const sum = digits.reduce((total, digit, place2) => total + (place2 % 2 ? 2 * digit % 10 + Math.floor(digit / 5) : digit), 0);
    return /^[0-9]+$/.test(text) && sum % 10 === 0;
  }
  function iban(text) {
    let rest = 0;
    for (const sign of /^[0-9A-Za-z]+$/.test(text) ? text.slice(4) + text.slice(0, 4) : "") {
      const number = parseInt(sign, 36);
      rest = (rest * (number < 10 ? 10 : 100) + number) % 97;
    }
    return rest === 1;
  }
  function aba(text) {
    return /^[0-9]{9}$/.test(text) && sumOf(text, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
  }
  function cpf(text) {
    return /^(?!0+$)[0-9]{11}$/.test(text) && endsRight(text, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  }
  function cnpj(text) {
    return /^(?!0{12})[0-9A-Z]{12}[0-9]{2}$/.test(text) && endsRight(text, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  }
  function sumOf(text, weights) {
    return weights.reduce((total, weight, place2) => total + weight * (text.charCodeAt(place2) - 48), 0);
  }
  function endsRight(text, weights) {
    const digits = [weights.slice(1), weights].map((some) => (11 - sumOf(text, some) % 11) % 11 % 10);
    return text.endsWith(digits.join(""));
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
      case "checked":
        return ALGORITHMS[bound](measured);
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
    const found = [];
    inGroup(root, value, [], found, []);
    return found;
  }
  function typeOf(value) {
    if (value === null) return "null";
    if (Array.isArray(value)) return "array";
    if (typeof value === "bigint" || typeof value === "number" && Number.isFinite(value)) return "number";
    const type = typeof value;
    return type === "string" || type === "boolean" || type === "object" ? type : void 0;
  }
  function inGroup(group, value, path, found, outer) {
    if (!isObject(value)) {
      found.push(wrongType(group, value, path));
      return;
    }
    const decisions = decisionsIn(group, value, outer);
    for (const member of group.members) {
      const requirement = requirementOf(member, decisions);
      const inner = [...path, member.name];
      if (!isSent(value, member.name)) {
        if (requirement === "required") found.push({ path: inner, code: "required", about: "missing", member });
      } else if (requirement === "absent") {
        found.push({ path: inner, code: "unknown_field", about: "name", member });
      } else {
        inMember(member, value[member.name], inner, found, about(decisions, member.name), inside(decisions, member.name));
      }
    }
    if (group.closed) unknown(group, value, path, found);
    const broken = group.conditions.find(({ any_of }) => !any_of.some((names) => names.every((name) => isSent(value, name))));
    if (broken) found.push({ path, code: "conditional_required", about: "value", member: group, condition: broken });
  }
  function inMember(member, value, path, found, cases = [], decided = []) {
    if ("members" in member) {
      inGroup(member, value, path, found, decided);
    } else if (!hasType(member.type, value)) {
      found.push(wrongType(member, value, path));
    } else {
      inField(member, value, path, found, cases);
    }
  }
  function byRank(one, other) {
    return (one.rank ?? 0) - (other.rank ?? 0) || (one.code < other.code ? -1 : 1);
  }
  function inField(field, value, path, found, cases) {
    const rules = cases.flatMap((one) => one.field?.constraints ?? []);
    const constraint = (rules.length ? [...rules, ...field.constraints].sort(byRank) : field.constraints).find((one) => !keeps(one, value));
    if (constraint) found.push({ path, code: constraint.code, about: "value", member: field, constraint });
    else if (field.items) for (const [index, item2] of value.entries()) inMember(field.items, item2, [...path, `${index}`], found);
  }
  function hasType(type, value) {
    if (type === "integer") return typeof value === "bigint" || Number.isInteger(value);
    return typeOf(value) === type;
  }
  function wrongType(member, value, path) {
    return { path, code: value === null ? "null_not_allowed" : "type", about: "value", member };
  }
  function unknown(group, value, path, found) {
    const known2 = group.members.map(({ name }) => name);
    const names = Object.keys(value).filter((name) => value[name] !== void 0 && !known2.includes(name));
    for (const [index, name] of names.entries()) {
      found.push({ path: [...path, name], code: "unknown_field", about: "name", known: index < MOST_SUGGESTIONS ? known2 : [] });
    }
  }

  // ../generators/typescript/runtime/judge.ts
  function judgedFields(value, rules, service2) {
    const found = rejectedMembers(rules, value);
    return found.length ? rejected(found, service2) : { ok: true, value };
  }
  function judgedBody(direction, body, service2, rulesOf, addressed) {
    return read(body, service2, (value) => judgedValue(direction, value, service2, rulesOf, addressed));
  }
  function judgedValue(direction, value, service2, rulesOf, addressed) {
    const path = service2.members[direction] ?? [];
    if (service2.members[direction] === null) {
      const body = rulesOf(direction, "");
      return body ? judgedFields(value, body, service2) : { needs: "" };
    }
    const named = path.length ? methodIn(value, path) : addressed ?? onlyMethod(direction, service2);
    if (typeof named === "object") return rejected([named], service2);
    const method = service2.methods.find(({ code }) => code === named);
    if (!method) return whole(service2, "unknown_method", "", path);
    const offered = method.offers[direction];
    if (offered !== "supported") return whole(service2, "unavailable_direction", otherOffers(direction, method.offers, service2), path);
    const rules = rulesOf(direction, method.name);
    return rules ? { ...judgedFields(value, rules, service2), method: method.code } : { needs: method.code };
  }
  function read(given, service2, judge2) {
    const { largest, deepest } = service2.limits;
    const body = given instanceof ArrayBuffer ? new Uint8Array(given) : given;
    if (typeof body !== "string" && !(body instanceof Uint8Array)) {
      throw new TypeError("a body is the text or the bytes as they arrived; `validate` judges values");
    }
    const size = sizeOf(body, largest);
    if (size > largest) return whole(service2, "payload_too_large", `The body has ${size} bytes; at most ${largest} are read.`);
    let value;
    try {
      value = readObject(body, deepest);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return whole(service2, "malformed_body", sentence(error.message), [], { offset: error.offset, length: error.length });
    }
    return judge2(value);
  }
  function sizeOf(body, largest) {
    if (typeof body === "string") return body.length * 3 <= largest ? 0 : new TextEncoder().encode(body).length;
    return body.length;
  }
  function onlyMethod(direction, service2) {
    const offering = service2.methods.filter(({ offers }) => offers[direction] === "supported");
    return offering.length === 1 ? offering[0]?.code : void 0;
  }
  function methodIn(body, path) {
    let value = body;
    if (typeOf(value) !== "object") return { path: [], code: value === null ? "null_not_allowed" : "type", about: "value" };
    for (const [index, step] of path.entries()) {
      const here = path.slice(0, index + 1);
      const found = Object.hasOwn(value, step) ? value[step] : void 0;
      if (found === void 0) return { path: here, code: "required", about: "missing" };
      const expected = here.length < path.length ? "object" : "string";
      if (typeOf(found) !== expected) return { path: here, code: found === null ? "null_not_allowed" : "type", about: "value" };
      value = found;
    }
    return value;
  }
  function otherOffers(direction, offers, service2) {
    const others = Object.keys(offers).filter((other) => offers[other] === "supported");
    const where = others.length ? ` It can be used for: ${others.map((other) => service2.directions[other]).join(", ")}.` : "";
    return `It is ${service2.availabilities[offers[direction]]} for ${service2.directions[direction]}.${where}`;
  }
  function rejected(found, service2) {
    const violations = found.map((one) => {
      const { code, path, about: about2 } = one;
      const { meaning: message = code, sent } = codeNamed(code, service2) ?? {};
      return { code, ...sent && { sent }, pointer: pointer(path), path, message, advice: advice(one), about: about2, ...reason(one, service2) };
    });
    return { ok: false, problem: service2.problems.invalid_fields, violations: violations.sort(byPlace) };
  }
  function codeNamed(name, { codes }) {
    return codes.find(({ code }) => code === name);
  }
  function reason({ code, member, constraint, condition }, service2) {
    const stated = constraint ?? condition;
    if (stated) return { source: stated.source, decisions: stated.decisions };
    const { source, decisions } = codeNamed(code, service2) ?? { source: null, decisions: [] };
    if (!member) return { source, decisions };
    return { source: member.source ?? source, decisions: decisions.filter((id) => member.decisions.includes(id)) };
  }
  function byPlace(one, other) {
    if (one.pointer !== other.pointer) return one.pointer < other.pointer ? -1 : 1;
    return one.code < other.code ? -1 : Number(one.code > other.code);
  }
  function whole(service2, cause, advice2, path = [], span) {
    const problem = service2.problems[cause];
    const { slug: code, source, decisions } = problem;
    const stated = { code, pointer: pointer(path), path, message: `${problem.title}.`, advice: advice2, source, decisions };
    return { ok: false, problem, violations: [{ ...stated, about: "value", ...span && { span } }] };
  }
  function sentence(words) {
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  }

  // src/check/check.mjs
  function check(direction, text, service2, addressed) {
    const rulesOf = (way, name) => service2.rules.get(`${way}.${name}`)?.root;
    const judged = judgedBody(direction, text, service2, rulesOf, addressed);
    if (judged.needs !== void 0) return judged;
    const { violations = [], problem = null, method } = judged;
    const isRead = problem?.slug !== service2.problems.malformed_body.slug && problem?.slug !== service2.problems.payload_too_large.slug;
    const spanOf = ({ path, about: about2, span }) => span ?? (isRead ? locate(text, service2.limits.deepest, path, about2) : { offset: 0, length: 0 });
    return { violations: violations.map((one) => ({ ...one, ...place(spanOf(one), text) })), problem, method };
  }
  function place({ offset, length }, text) {
    const before = text.slice(0, offset);
    return { offset, length, line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
  }

  // src/check/choosing.mjs
  function attachChoices(document2) {
    const list = document2.querySelector("[data-cases]");
    if (!list) return;
    const { deciders, cases } = JSON.parse(list.dataset.cases);
    const chosen = /* @__PURE__ */ new Map();
    for (const { field, name, values } of deciders) {
      const select2 = document2.createElement("select");
      for (const text of ["any", ...values.map((value) => value.text)]) select2.append(new Option(text));
      select2.addEventListener("change", () => {
        chosen.delete(field);
        if (select2.selectedIndex) chosen.set(field, values[select2.selectedIndex - 1].value);
        show(document2, cases, chosen);
      });
      const label = document2.createElement("label");
      label.className = "choice";
      label.append(`Show the fields for ${name}: `, select2);
      document2.getElementById(field)?.append(label);
    }
  }
  function show(document2, cases, chosen) {
    const holding = cases.filter(({ given }) => given.every((one) => isMet2(one, chosen)));
    for (const { field } of cases) {
      const row = document2.getElementById(field);
      if (!row) continue;
      const own = new Set(holding.filter((one) => one.field === field).map(({ requirement }) => requirement));
      row.closest("li").hidden = own.has("absent");
      const badge = row.querySelector(".badge.level");
      badge.dataset.level ??= badge.textContent;
      badge.textContent = own.has("required") ? "required" : badge.dataset.level;
      badge.className = `badge level ${badge.textContent}`;
    }
  }
  function isMet2({ field, test, values }, chosen) {
    if (!chosen.has(field)) return false;
    const value = chosen.get(field);
    if (test === "present" || test === "absent") return value === test;
    return values.includes(value) === (test === "one_of");
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
    const code = element("code", { className: "badge bad" }, violation.sent ?? violation.code);
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
  function service() {
    return known;
  }
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
    const service2 = await loadService(root);
    let answer = check(direction, text.value, service2, addressed);
    if (answer.needs) {
      await loadRules(root, direction, nameOf(service2, answer.needs));
      answer = check(direction, text.value, service2, addressed);
    }
    clearMarks(document);
    const other = own && answer.method && answer.method !== own ? answer.method : null;
    if (!other) for (const violation of answer.violations) mark(document, violation);
    const pageOf = (method) => `${root}${direction}/${nameOf(service2, method)}.html`;
    const named = !own && service2.members[direction].length && answer.method;
    const nodes = shownFindings(answer, { other, own, pageOf, root, named }, (violation) => select(text, violation));
    return { problem: answer.problem, nodes };
  }
  function nameOf(service2, method) {
    return service2.methods.find(({ code }) => code === method).name;
  }
  function select(text, { offset, length }) {
    text.focus();
    text.setSelectionRange(offset, offset + length);
    const line = text.value.slice(0, offset).split("\n").length - 1;
    const height = text.scrollHeight / Math.max(1, text.value.split("\n").length);
    text.scrollTop = Math.max(0, (line - 3) * height);
  }

  // src/check/forms.mjs
  function attach(document2) {
    return [...document2.querySelectorAll("[data-check]")].map((section) => new CheckForm(section));
  }
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

  // src/check/script.mjs
  function judgeOwn(text) {
    const { direction, method } = document.querySelector("[data-check]").dataset;
    return judge(text, { direction, own: method });
  }
  if (globalThis.document) attachChoices(document);
  var forms = globalThis.document ? attach(document) : [];
  globalThis.paycatCheck = { check, service, judge: judgeOwn, forms, forgetRules };
})();
