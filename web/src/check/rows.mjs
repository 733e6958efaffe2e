// Findings at the rows of the field table.

import { anchor } from "./anchor.mjs";

export function rowOf(document, path) {
  const row = path.length ? document.getElementById(anchor("field", ...path)) : null;
  return row?.querySelector("[data-finding]") ? row : null;
}

export function mark(document, violation) {
  const row = rowOf(document, violation.path);
  if (!row) return;
  const note = document.createElement("p");
  note.className = "finding";
  note.textContent = `In your payload: ${violation.advice || violation.message}`;
  row.dataset.rejected = "";
  row.querySelector("[data-finding]").append(note);
}

export function clearMarks(document) {
  for (const note of document.querySelectorAll("p.finding")) note.remove();
  for (const row of document.querySelectorAll("[data-rejected]")) delete row.dataset.rejected;
}
