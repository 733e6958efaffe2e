// Buttons that copy the text of an element.

import { announce } from "./status.mjs";

export function attachCopying() {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    const label = button.firstChild;
    const words = label.data;
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy);
      const done = await copied(source);
      label.data = done ? "Copied" : "Selected";
      announce(done ? "Copied." : "The text is selected; copy it with the keyboard.");
      setTimeout(() => (label.data = words), 2000);
    });
  }
}

export async function copied(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    // An older browser, or one that keeps the clipboard from pages.
    getSelection().selectAllChildren(source);
    return document.execCommand("copy");
  }
}
