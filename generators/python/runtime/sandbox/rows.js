// Part of paycat's runtime, copied unchanged. Do not edit.

// The rows of the page: a line each, and, once it is opened, all of a request or a record.

import { anchor, arrange, button, facts, frame, json, linked, make, moment, post } from "./parts.js";

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
    try {
      const answer = await fetch(address(latest));
      if (answer.ok) found = await answer.json();
    } catch {
      // The stream says that the sandbox does not answer.
    }
    if (turn !== asked) return;
    if (found === null) {
      if (!update) opened.textContent = "It is not kept any more.";
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

const violation = (one) => {
  const combinations = (one.accepted_combinations ?? []).map((names) => names.join(" and "));
  const code = linked(one.code, "problems", anchor("violation", one.code));
  const shown = make("li", "", {}, make("code", one.pointer), ` ${one.detail}: `, code);
  if (combinations.length) shown.append(`. Accepted: ${combinations.join(", or ")}`);
  if (one.meaning) shown.append(make("p", one.meaning, { className: "hint" }));
  return shown;
};

const problemOf = (one) => {
  const { title = "", detail = "" } = one.answer ?? {};
  const shown = make("div", "", { className: "problem" }, make("h3", "Problem"));
  shown.append(linked(one.problem, "problems", anchor("problem", one.problem)), make("p", [title, detail].filter(Boolean).join(". ")));
  if (one.violations.length) {
    shown.append(make("h3", "Rules that it broke"), make("ul", "", { className: "broken" }, ...one.violations.map(violation)));
  }
  return shown;
};

const requestInside = (opened) => (one) => {
  const replay = "The answer to the first request with this key, repeated.";
  const known = { Key: one.key && make("code", one.key), Reference: one.reference, Replay: one.replayed && replay };
  const record = one.record && make("a", one.record, { href: `/?search=${encodeURIComponent(one.record)}` });
  opened.replaceChildren(facts({ ...known, Record: record }));
  if (one.problem) opened.append(problemOf(one));
  opened.append(make("h3", "Body"));
  if (one.sent) opened.append(make("p", "••• and … are in place of values that are sensitive, unknown, or long numbers.", { className: "hint" }));
  opened.append(json(one.sent, one.sent_note, "Body"), make("h3", "Answer"), json(one.answer, one.answer_note, "Answer"));
};

export const requestRow = rows(requestLine, (one) => `/sandbox/requests/${one.number}`, requestInside);

// Records

const recordLine = (one) => {
  const more = make("span", "", { className: "more" }, make("code", one.id));
  if (one.events) more.append(" ", make("span", deliveries(one), { className: one.attempts && !one.arrived ? "failed" : "soft" }));
  return [make("span", one.state, { className: "badge state" }), make("strong", one.reference), moment(one.created_at), more];
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
  const element = make("li", "", {}, moment(one.at), " ", linked(one.name, "notifications", anchor("event", one.name)), " ");
  if (one.address) {
    const send = () => post(`events/${one.id}/resend`);
    element.append(`to ${one.address} `, button("Resend", `Resend ${one.name} ${one.id}`, send));
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

const timelineOf = (one) => [{ id: "accepted", at: one.created_at }, ...one.requests, ...one.events].sort((left, right) => (left.at < right.at ? -1 : 1));

const following = ({ moves, after_seconds }) => {
  if (!moves.length) return "By itself it stays as it is.";
  return `By itself it becomes ${moves.join(", then ")}, each after ${after_seconds} seconds.`;
};

const recordInside = (opened, first) => {
  const plan = make("p");
  const buttons = make("div", "", { className: "bar" });
  const moves = make("div");
  const failure = make("select", "", {}, make("option", "usual failure", { value: "" }));
  failure.append(...frame.failure_codes.map((code) => make("option", code, { value: code })));
  const chosen = make("label", "Why it fails", {}, failure);
  failure.setAttribute("aria-label", `Why ${first.id} fails`);
  const hint = "A move ends what the record would do by itself, and a notification of the new state follows. A failed record states the reason that is chosen.";
  moves.append(make("p", hint, { className: "hint" }), buttons, chosen);
  const timeline = make("ol", "", { className: "timeline" });
  const again = "“Resend” sends the same notification at once, signed anew, with the same identifier: a receiver takes it once.";
  const muted = make("p", "The receiver answered 410, so it receives no more notifications of this record.", { className: "failed" });
  const resend = make("p", again, { className: "hint" });
  const body = make("pre", "", { tabIndex: 0 });
  body.setAttribute("role", "group");
  body.setAttribute("aria-label", `Record ${first.id}`);
  const machine = linked(first.machine, "states", anchor("state-machine", first.machine));
  opened.append(facts({ "State machine": machine }), plan, moves, make("h3", "Timeline"), muted, resend, timeline);
  opened.append(make("details", "", {}, make("summary", "Record"), body));
  const move = (state, one) => {
    const send = () => post(`${one.collection}/${one.id}/moves`, { to: state, ...(failure.value && { failure: failure.value }) });
    return { element: button(`Move to ${state}`, `Move to ${state}: ${one.id}`, send) };
  };
  return (one) => {
    plan.textContent = following(one.plan);
    moves.hidden = one.moves.length === 0;
    chosen.hidden = frame.failure_codes.length === 0;
    muted.hidden = !one.muted;
    resend.hidden = !one.events.some((two) => two.address);
    body.textContent = JSON.stringify(one.body, null, 2);
    arrange(buttons, one.moves, (state) => state, (state) => move(state, one));
    arrange(timeline, timelineOf(one), (two) => two.id ?? two.number, happening);
  };
};

export const recordRow = rows(recordLine, (one) => `/sandbox/records/${encodeURIComponent(one.id)}`, recordInside);
