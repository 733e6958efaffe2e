// What is done before anything is drawn, so that no page flashes in another theme.

import { applyMarks } from "../site/marks.mjs";
import { applyTheme } from "../site/theme.mjs";

document.documentElement.classList.add("js");
applyTheme();
applyMarks();
