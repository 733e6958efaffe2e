// What every page does beside being read. Without it each page is complete.

import { attachCopying } from "./copying.mjs";
import { attachFilters } from "./filter.mjs";
import { attachSearch } from "./search.mjs";
import { attachTabs } from "./tabs.mjs";
import { applyTheme, attachTheme } from "./theme.mjs";

// Before anything is drawn, so that no page flashes in another theme.
document.documentElement.classList.add("js");
applyTheme();

document.addEventListener("DOMContentLoaded", () => {
  attachTheme();
  attachCopying();
  attachTabs();
  attachFilters();
  attachSearch();
});
