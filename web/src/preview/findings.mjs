// Methods and files with the numbers of their findings, and the findings.

import { element } from "../site/element.mjs";
import { keyed, placeOf } from "./keeping.mjs";

export function methodEntries(methods) {
  return methods.map(({ name, pages, ...numbers }) => {
    const links = pages.map(({ path, title }) => pageButton(path, title, `${title} of ${name}`));
    return element("li", {}, element("span", { className: "entry" }, name, ...counts(numbers)), ...links.flatMap((one) => [" ", one]));
  });
}

export function fileEntries(files) {
  return files.map(({ name, page, ...numbers }) => {
    const shown = page ? pageButton(page, name, name) : element("span", {}, name);
    return element("li", {}, shown, ...counts(numbers));
  });
}

export function findingsOf(findings) {
  if (!findings.length) return [element("p", { className: "soft" }, "Nothing is found.")];
  const entries = findings.map((one) =>
    element(
      "li",
      { className: one.severity },
      element("p", {}, placeOf(one.place, `${one.place} ${one.code} ${one.message}`)),
      element("p", {}, element("span", { className: `badge ${one.severity === "error" ? "bad" : "warn"}` }, one.severity), " ", one.message),
      ...(one.help ? [element("p", { className: "soft" }, one.help)] : []),
      element("p", { className: "soft" }, element("code", {}, one.code)),
    ),
  );
  return [element("ol", { className: "plain" }, ...entries)];
}

function pageButton(path, words, key) {
  const made = keyed(element("button", { type: "button", className: "page" }, words), key);
  made.dataset.page = path;
  return made;
}

function counts({ errors, warnings }) {
  const badge = (number, noun, kind) => element("span", { className: `badge ${kind}` }, `${number} ${noun}${number === 1 ? "" : "s"}`);
  const made = [...(errors ? [badge(errors, "error", "bad")] : []), ...(warnings ? [badge(warnings, "warning", "warn")] : [])];
  return made.flatMap((one) => [" ", one]);
}
