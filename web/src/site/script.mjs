// What every page does beside being read. Without it each page is complete.

import { attachAnchors } from "./anchors.mjs";
import { attachChoices } from "./choices.mjs";
import { attachCopying } from "./copying.mjs";
import { attachFilters } from "./filter.mjs";
import { applyMarks, attachMarks } from "./marks.mjs";
import { attachMenu } from "./menu.mjs";
import { attachSearch } from "./search.mjs";
import { attachSections } from "./sections.mjs";
import { attachSending } from "./sending.mjs";
import { attachSettings } from "./settings.mjs";
import { attachTabs } from "./tabs.mjs";
import { applyTheme, attachTheme } from "./theme.mjs";

// Before anything is drawn, so that no page flashes in another theme.
document.documentElement.classList.add("js");
applyTheme();
applyMarks();

document.addEventListener("DOMContentLoaded", () => {
  attachTheme();
  attachMenu();
  attachCopying();
  attachSettings();
  attachSending();
  attachChoices();
  attachTabs();
  attachFilters();
  attachSearch();
  attachMarks();
  attachAnchors();
  attachSections();
});
