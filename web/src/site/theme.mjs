// The theme: as the system has it, or light, or dark.

import { remember, remembered } from "./memory.mjs";

const THEMES = ["system", "light", "dark"];

export function applyTheme(theme = remembered("theme")) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

export function attachTheme() {
  for (const button of document.querySelectorAll("[data-theme-switch]")) {
    const shown = () => document.documentElement.dataset.theme ?? "system";
    const show = () => (button.textContent = `Theme: ${shown()}`);
    show();
    button.addEventListener("click", () => {
      const theme = THEMES[(THEMES.indexOf(shown()) + 1) % THEMES.length];
      remember("theme", theme);
      applyTheme(theme);
      show();
    });
  }
}
