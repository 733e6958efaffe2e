// What every page does beside being read, once all of it is there. Without it each page is complete.

import { attachAnchors } from "./anchors.mjs";
import { attachChoices } from "./choices.mjs";
import { attachCopying } from "./copying.mjs";
import { attachFilters } from "./filter.mjs";
import { attachMarks } from "./marks.mjs";
import { attachMenu } from "./menu.mjs";
import { attachSearch } from "./search.mjs";
import { attachSections } from "./sections.mjs";
import { attachSending } from "./sending.mjs";
import { attachSettings } from "./settings.mjs";
import { attachTabs } from "./tabs.mjs";
import { attachTheme } from "./theme.mjs";

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
