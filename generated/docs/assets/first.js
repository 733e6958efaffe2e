// Bundled by `make bundles` from web/src/first; the licences of packages are in licences.txt.
"use strict";
(() => {
  // src/site/memory.mjs
  var held = /* @__PURE__ */ new Map();
  function remembered(name) {
    try {
      return localStorage.getItem(`paycat-${name}`);
    } catch {
      return held.get(name) ?? null;
    }
  }

  // src/site/marks.mjs
  var NAME = "marks";
  function applyMarks(shown = remembered(NAME) === "on") {
    document.documentElement.classList.toggle("marked", shown);
  }

  // src/site/theme.mjs
  function applyTheme(theme = remembered("theme")) {
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  }

  // src/first/script.mjs
  document.documentElement.classList.add("js");
  applyTheme();
  applyMarks();
})();
