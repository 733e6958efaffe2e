// Where statements come from: shown only to those who ask for it, and then on every page.

import { remember, remembered } from "./memory.mjs";

const NAME = "marks";

// Before anything is drawn, so that no page moves.
export function applyMarks(shown = remembered(NAME) === "on") {
  document.documentElement.classList.toggle("marked", shown);
}

export function attachMarks() {
  for (const box of document.querySelectorAll("input[data-marks]")) {
    box.checked = document.documentElement.classList.contains("marked");
    box.addEventListener("change", () => {
      remember(NAME, box.checked ? "on" : "off");
      applyMarks(box.checked);
    });
  }
}
