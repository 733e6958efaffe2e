// The ids of things on the pages, of their kind and their names, as src/paycat/pages/anchors.py makes them.

export function anchor(...names) {
  return names.map((name) => name.replace(/[^A-Za-z0-9_-]/gu, escaped)).join(".");
}

function escaped(sign) {
  return `~${sign.codePointAt(0).toString(16)}~`;
}
