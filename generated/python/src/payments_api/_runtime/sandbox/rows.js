// Part of paycat's runtime, copied unchanged. Do not edit.

// The rows of the page: a line each, and, once it is opened, all of a request or a record.

import { alertBox, anchor, arrange, button, facts, frame } from "./parts.js";
import { json, jsonBox, linked, make, moment, post, showJson } from "./parts.js";

const isFailed = (status) => status === null || status < 200 || status >= 300;
const badge = (text, kind) => make("span", text, { className: `badge ${kind}` });
const statusBadge = (status) => badge(status ? `${status}` : "no answer", isFailed(status) ? "bad" : "good");

/** Return what makes rows: from what `line` shows of an item, its address, and what makes the opened part. */
const rows = (line, address, inside) => (first) => {
  const summary = make("summary");
  const opened = make("div", "", { className: "opened" });
  const details = make("details", "", {}, summary, opened);
  let latest = first;
  let update = null;
  let asked = 0;
  const load = async () => {
    const turn = ++asked;
    let found = null;
    let missing = "The sandbox does not answer. Close this, and open it again.";
    try {
      const answer = await fetch(address(latest));
      if (answer.ok) found = await answer.json();
      else if (answer.status === 404) missing = "It is not kept any more.";
    } catch {
      // What was shown before stays; the stream says that the sandbox does not answer.
    }
    if (turn !== asked) return;
    if (found === null) {
      if (!update) opened.textContent = missing;
      return;
    }
    if (!update) opened.textContent = "";
    update ??= inside(opened, found);
    update(found);
  };
  details.addEventListener("toggle", () => details.open && load());
  return {
    element: make("li", "", {}, details),
    update(one) {
      latest = one;
      summary.replaceChildren(...line(one));
      if (details.open) load();
    },
  };
};

// Requests

const requestLine = (one) => {
  const shown = [statusBadge(one.status), make("strong", one.http_method), make("code", one.path)];
  if (one.replayed) shown.push(badge("replay", ""));
  if (one.problem) shown.push(make("span", one.problem, { className: "failed" }));
  if (one.reference) shown.push(make("span", one.reference, { className: "soft" }));
  return [...shown, moment(one.at)];
};

/** Return the pointer to what was broken, which links to the field on the page of the method. */
const placeOf = ({ pointer, path, field }) => {
  if (!field) return make("code", pointer ?? path ?? "");
  const names = field.steps.map((step) => (typeof step === "number" ? "[]" : step));
  const link = linked("", field.page, anchor("field", ...names));
  link.append(make("code", pointer));
  return link;
};

const violation = (one) => {
  const combinations = (one.accepted_combinations ?? []).map((names) => names.join(" and "));
  const code = one.code ? linked(one.code, "problems", anchor("violation", one.code)) : "";
  const shown = make("li", "", {}, placeOf(one), ` ${one.detail ?? ""}: `, code);
  if (combinations.length) shown.append(`. Accepted: ${combinations.join(", or ")}`);
  if (one.meaning) shown.append(make("p", one.meaning, { className: "hint" }));
  return shown;
};

const problemOf = (one) => {
  const link = linked(one.problem, "problems", anchor("problem", one.problem));
  const text = make("p", [one.title, one.detail].filter(Boolean).join(". "));
  const shown = make("div", "", { className: "problem" }, make("h3", "Problem"), link, text);
  if (one.violations.length) {
    const broken = make("ul", "", { className: "broken" }, ...one.violations.map(violation));
    shown.append(make("h3", "Rules that it broke"), broken);
  }
  return shown;
};

const MASKED = "••• and … are in place of values that are sensitive, unknown, or long numbers.";

const requestInside = (opened) => (one) => {
  const replay = "The answer to the first request with this key, repeated.";
  const known = { Key: one.key && make("code", one.key), Reference: one.reference, Replay: one.replayed && replay };
  const record = one.record && make("a", one.record, { href: `/?search=${encodeURIComponent(one.record)}` });
  opened.replaceChildren(facts({ ...known, Record: record }));
  if (one.problem) opened.append(problemOf(one));
  opened.append(make("h3", "Body"));
  if (one.sent) opened.append(make("p", MASKED, { className: "hint" }));
  opened.append(json(one.sent, one.sent_note, "Body"));
  opened.append(make("h3", "Answer"), json(one.answer, one.answer_note, "Answer"));
};

export const requestRow = rows(requestLine, (one) => `/sandbox/requests/${one.number}`, requestInside);

// Records

const recordLine = (one) => {
  const more = make("span", "", { className: "more" }, make("code", one.id));
  const className = one.attempts && !one.arrived ? "failed" : "soft";
  if (one.events) more.append(" ", make("span", deliveries(one), { className }));
  const state = make("span", one.state, { className: "badge state" });
  return [state, make("strong", one.reference), moment(one.created_at), more];
};

const deliveries = (one) =>
  one.attempts ? `${one.arrived} of ${one.events} notifications arrived` : `${one.events} events, nothing sent`;

const attempt = (one) => {
  const result = one.status === null ? one.note : `answered ${one.status}`;
  const text = make("span", ` ${result}`, { className: isFailed(one.status) ? "failed" : "" });
  return { element: make("li", "", {}, moment(one.at), text) };
};

const event = (one) => {
  const attempts = make("ol");
  attempts.setAttribute("aria-label", "Attempts");
  const name = linked(one.name, "notifications", anchor("event", one.name));
  const element = make("li", "", {}, moment(one.at), " ", name, " ");
  if (one.address) {
    const box = alertBox();
    const send = () => post(`events/${encodeURIComponent(one.id)}/resend`, {}, box);
    element.append(`to ${one.address} `, button("Resend", `Resend ${one.name} ${one.id}`, send), box);
  } else {
    element.append(make("span", "The request states no address, so nothing is sent.", { className: "soft" }));
  }
  const sent = make("details", "", {}, make("summary", "Notification"), json(one.body, "", `Notification ${one.id}`));
  element.append(attempts, sent);
  return { element, update: (now) => arrange(attempts, now.attempts, (two) => two.number, attempt) };
};

const happening = (one) => {
  if (one.attempts) return event(one);
  if (!one.http_method) return { element: make("li", "", {}, moment(one.at), " accepted") };
  const asked = [moment(one.at), " ", statusBadge(one.status), ` ${one.http_method} `, make("code", one.path)];
  return { element: make("li", "", {}, ...asked, one.problem ? ` ${one.problem}` : one.replayed ? " a replay" : "") };
};

/** Return what happened to a record, the first first. All times are written alike, so texts have their order. */
const timelineOf = (one) => {
  const all = [...one.requests, { id: "accepted", at: one.created_at }, ...one.events];
  return all.sort((left, right) => (left.at === right.at ? 0 : left.at < right.at ? -1 : 1));
};

const following = ({ moves, after_seconds }) => {
  if (!moves.length) return "By itself it stays as it is.";
  return `By itself it becomes ${moves.join(", then ")}, each after ${after_seconds} seconds.`;
};

const hint = (text) => make("p", text, { className: "hint" });
const MOVING =
  "A move ends what the record would do by itself: the record is in the new state at once, and a notification follows.";
const FAILING = "What the record states as its failure, if you move it to a state that has one.";
const RESENDING =
  "“Resend” sends the same notification at once, signed anew, with the same identifier: a receiver takes it once.";
const MUTED = "The receiver answered 410, so it receives no more notifications of this record.";

/** Return the buttons that move a record, what they do, and how they are updated. */
const moving = ({ id, collection }) => {
  const buttons = make("div", "", { className: "bar" });
  const failure = make("select", "", {}, make("option", "the usual one", { value: "" }));
  failure.append(...frame.failure_codes.map((code) => make("option", code, { value: code })));
  failure.setAttribute("aria-label", `Why ${id} fails`);
  const chosen = make("div", "", { className: "bar" }, make("label", "Failure", {}, failure), hint(FAILING));
  const box = alertBox();
  const path = [collection, id].map(encodeURIComponent).join("/");
  const move = (state) => {
    const send = () => post(`${path}/moves`, { to: state, ...(failure.value && { failure: failure.value }) }, box);
    return { element: button(`Move to ${state}`, `Move to ${state}: ${id}`, send) };
  };
  const element = make("div", "", {}, make("h3", "Move it"), hint(MOVING), chosen, buttons, box);
  const update = (states) => {
    element.hidden = states.length === 0;
    chosen.hidden = frame.failure_codes.length === 0;
    arrange(buttons, states, (state) => state, move);
  };
  return { element, update };
};

const recordInside = (opened, first) => {
  const plan = make("p");
  const moves = moving(first);
  const muted = make("p", MUTED, { className: "failed" });
  const resend = hint(RESENDING);
  const timeline = make("ol", "", { className: "timeline" });
  const body = jsonBox(`Record ${first.id}`);
  const machine = linked(first.machine, "states", anchor("state-machine", first.machine));
  opened.append(facts({ "State machine": machine }), plan, moves.element);
  opened.append(make("h3", "Timeline"), muted, resend, timeline);
  opened.append(make("details", "", {}, make("summary", "Record"), body));
  return (one) => {
    plan.textContent = following(one.plan);
    moves.update(one.moves);
    muted.hidden = !one.muted;
    resend.hidden = !one.events.some((two) => two.address);
    showJson(body, one.body);
    arrange(timeline, timelineOf(one), (two) => two.id ?? two.number, happening);
  };
};

export const recordRow = rows(recordLine, (one) => `/sandbox/records/${encodeURIComponent(one.id)}`, recordInside);
