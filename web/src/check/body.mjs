// The text of a body in, its JSON object with the place of every value out; whatever readers could take in two ways is
// refused. The rules are those of `body.py` in the generated Python package.

import { parseTree, printParseErrorCode } from "jsonc-parser";

import { isKept } from "./numbers.mjs";

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };
const TOKEN = /"(?:[^"\\]|\\.)*"|([[{])|([\]}])/gs;
const LONE_SURROGATE = /\p{Surrogate}/u;

// Why a body cannot be read: what people are told, and the place in the text.
export class Unreadable {
  constructor(message, offset, length) {
    Object.assign(this, { message, offset, length });
  }
}

// Returns {value, tree}: the object, and jsonc-parser's tree of it. Throws Unreadable.
export function readObject(text, deepest) {
  refuseDepth(text, deepest);
  const tree = treeOf(text);
  refuseAmbiguous(tree, text);
  if (tree.type !== "object") throw new Unreadable("the body is not a JSON object", tree.offset, tree.length);
  return { value: finite(JSON.parse(text)), tree };
}

function refuseDepth(text, deepest) {
  let depth = 0;
  for (const match of text.matchAll(TOKEN)) {
    depth += match[1] ? 1 : match[2] ? -1 : 0;
    if (depth > deepest) throw new Unreadable(`the body nests deeper than ${deepest} levels`, match.index, 1);
  }
}

function treeOf(text) {
  const errors = [];
  const tree = parseTree(text, errors, STRICT);
  let isJson = true;
  try {
    JSON.parse(text);
  } catch {
    isJson = false;
  }
  if (isJson && tree) return tree;
  const first = errors[0] ?? { offset: 0, length: 0 };
  const what = errors[0] ? ` (${words(printParseErrorCode(first.error))})` : "";
  throw new Unreadable(`the body is not JSON${what}`, first.offset, first.length);
}

function words(name) {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

function refuseAmbiguous(node, text) {
  if (node.type === "string" && LONE_SURROGATE.test(node.value)) {
    throw new Unreadable("the body is not UTF-8 text: a surrogate stands alone", node.offset, node.length);
  }
  if (node.type === "number" && !isKept(text.slice(node.offset, node.offset + node.length))) {
    throw new Unreadable("the body holds a number that JSON readers cannot keep exactly", node.offset, node.length);
  }
  if (node.type === "object") refuseDuplicates(node);
  for (const inner of node.children ?? []) refuseAmbiguous(inner, text);
}

function refuseDuplicates(node) {
  const names = new Set();
  for (const { children: [name] } of node.children) {
    if (names.has(name.value)) {
      throw new Unreadable(`the member name ${JSON.stringify(name.value)} stands twice in one object`, name.offset, name.length);
    }
    names.add(name.value);
  }
}

// A whole number beyond the doubles is a number for the service, but Infinity is none for ajv.
function finite(value) {
  if (value === Infinity || value === -Infinity) return Math.sign(value) * Number.MAX_VALUE;
  if (value && typeof value === "object") {
    for (const name of Object.keys(value)) {
      const [old, kept] = [value[name], finite(value[name])];
      if (!Object.is(old, kept)) value[name] = kept;
    }
  }
  return value;
}
