// Part of paycat's runtime, copied unchanged. Do not edit.

// The page: what is chosen is in its address, and one stream shows what there is of that.

import { List } from "./lists.js";
import { byId, frame, make, post } from "./parts.js";
import { recordRow, requestRow } from "./rows.js";

const TYPING_MS = 50;
const filters = byId("filters");
const { elements } = filters;
const NAMES = ["search", "reference", "http_method", "status", "state"];

try {
  const theme = localStorage.getItem("paycat-theme"); // As the reference pages keep it.
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing has no theme of its own.
}

// What is live

const REFUSED = "Not live: the sandbox refused. Close other pages of it, and load this one again.";

let stream = null;
let isPaused = false;
let ahead = 0;

const say = (text, isStill) => {
  byId("live").textContent = text;
  byId("live").className = isStill ? "still" : "";
};
const utc = (milliseconds) => new Date(milliseconds).toISOString().replace("T", " ").slice(0, 19);
const tick = () => {
  byId("time").textContent = `${utc(Date.now() + ahead)} UTC`;
};
const paused = () => say(`Paused at ${utc(Date.now() + ahead).slice(11)}: what happens is not shown.`, true);

const addOptions = (select, groups) => {
  const known = new Set([...select.options].map((one) => one.value));
  for (const [value, text] of groups) if (!known.has(value)) select.append(make("option", text, { value }));
};

const showFrame = (now) => {
  Object.assign(frame, now);
  byId("kept").textContent = `The last ${now.most_requests.toLocaleString("en")} are kept.`;
  const minutes = Math.round(now.clock / 60).toLocaleString("en");
  byId("turned").textContent = now.clock ? `+${minutes} min` : "";
  addOptions(elements.http_method, now.http_methods.map((one) => [one, one]));
  addOptions(elements.status, now.statuses.map((one) => [`${one}`, one ? `${one}` : "no answer"]));
  for (const [name, states] of Object.entries(now.states)) {
    const each = states.map((one) => [`${name}/${one}`, `${name}: ${one}`]);
    addOptions(elements.state, [[`${name}/`, name], ...each]);
  }
};

const chosen = () => {
  const all = NAMES.map((name) => [name, elements[name].value]);
  return new URLSearchParams(all.filter(([, value]) => value));
};

/** Do something to the lists, and leave the row that a reader uses, or else the first one that is in view, where it is. */
const holding = (change) => {
  const rows = [...document.querySelectorAll(".rows > li")].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
  const focused = rows.find((one) => one.contains(document.activeElement));
  const opened = rows.find((one) => one.querySelector("details").open);
  const held = focused ?? opened ?? (scrollY > 0 ? rows[0] : undefined);
  const before = held?.getBoundingClientRect().top;
  change();
  if (held?.isConnected) scrollBy({ top: held.getBoundingClientRect().top - before, behavior: "instant" });
};

const follow = ({ isChosen = true } = {}) => {
  stream?.close();
  const query = chosen();
  const hasFilters = query.size > 0;
  for (const list of lists) if (list.before) query.set(`${list.name}_before`, list.before);
  const kept = isChosen ? "" : records.kept;
  if (kept) query.set("records_kept", kept);
  stream = new EventSource(`/sandbox/stream?${query}`);
  stream.onmessage = (message) => {
    const now = JSON.parse(message.data);
    ahead = Date.parse(now.time) - Date.now();
    tick();
    if (now.frame) showFrame(now.frame);
    holding(() => {
      for (const list of lists) if (now[list.name]) list.show(now[list.name], isChosen, hasFilters);
    });
    document.querySelector("main").setAttribute("aria-busy", "false"); // Nothing is drawn before, so nothing moves.
    isChosen = false;
    // What became older than the page, and is open, may still change.
    if (records.kept !== kept && !isPaused) follow({ isChosen });
    if (isPaused) stream.close();
    else if (byId("live").textContent !== "Live") say("Live", false);
  };
  stream.onerror = (failed) => {
    if (failed.target !== stream || isPaused) return;
    const isOver = stream.readyState === EventSource.CLOSED;
    say(isOver ? REFUSED : "Not live: the sandbox does not answer. Trying again.", true);
  };
};

const records = new List("records", "id", recordRow, follow);
const lists = [new List("requests", "number", requestRow, follow), records];

// What a reader chooses

const choose = () => {
  const query = `${chosen()}`;
  history.replaceState(null, "", query ? `?${query}` : location.pathname);
  for (const list of lists) list.restart();
  follow();
};

let typing = 0;
filters.addEventListener("input", (input) => {
  clearTimeout(typing);
  typing = setTimeout(choose, input.target.type === "search" ? TYPING_MS : 0);
});
filters.addEventListener("submit", (submitted) => submitted.preventDefault());
filters.addEventListener("reset", () => setTimeout(choose));
byId("pause").onclick = () => {
  isPaused = !isPaused;
  byId("pause").setAttribute("aria-pressed", `${isPaused}`);
  if (isPaused) {
    stream.close();
    paused();
  } else follow();
};
for (const one of document.querySelectorAll("[data-advance]")) {
  one.onclick = () => post("clock", { advance: one.dataset.advance }, byId("clock-problem"));
}
for (const [name, value] of new URLSearchParams(location.search)) {
  if (!NAMES.includes(name)) continue;
  if (elements[name].type !== "search") addOptions(elements[name], [[value, value]]);
  elements[name].value = value;
}
setInterval(tick, 1000);
follow();
