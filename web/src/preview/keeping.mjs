// Lists that are replaced: what was open stays open, and what had the focus has it; and places that a click copies.

import { element } from "../site/element.mjs";
import { copied } from "../site/copying.mjs";
import { announce } from "../site/status.mjs";

export function replaceIn(holder, nodes) {
  const keyed = (one) => one?.closest?.("[data-key]")?.dataset.key;
  const focused = holder.contains(document.activeElement) ? keyed(document.activeElement) : undefined;
  const open = new Set([...holder.querySelectorAll("details[open]")].map(keyed));
  holder.replaceChildren(...nodes);
  for (const details of holder.querySelectorAll("details")) if (open.has(keyed(details))) details.open = true;
  if (focused === undefined) return;
  const again = [...holder.querySelectorAll("[data-key]")].find((one) => one.dataset.key === focused);
  // What is gone leaves the focus where its list is.
  const near = again ?? holder.closest("[tabindex]");
  (near?.matches("details") ? near.querySelector("summary") : near)?.focus({ preventScroll: true });
}

// A button with a place in a file, such as `schemas/types.yaml:3:1`.
export function placeOf(text, key = text) {
  const made = element("button", { type: "button", className: "place", title: "Copy the place" }, text);
  made.dataset.place = text;
  made.dataset.key = key;
  return made;
}

export function attachPlaces() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-place]");
    if (!button) return;
    const done = await copied(button);
    announce(done ? `Copied ${button.dataset.place}` : "The place is selected; copy it with the keyboard.");
    button.dataset.copied = "";
    setTimeout(() => delete button.dataset.copied, 2000);
  });
}

export function keyed(node, key) {
  node.dataset.key = key;
  return node;
}
