// The text of a body in, the tree of its JSON object out, with the place of every value; whatever readers could take in
// two ways is rejected. The rules are those of `body.py` in the generated Python package.

import { parseTree, printParseErrorCode } from "jsonc-parser";

import { isKept } from "./numbers.mjs";

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };
// A text without its closing quote goes to the end, or each quote in it would be tried as a beginning.
const TOKEN = /"(?:[^"\\]|\\.)*"?|([[{])|([\]}])/gs;
const LONE_SURROGATE = /\p{Surrogate}/u;
const NUL = "\0";

// Why a body cannot be read: the message for people, and the place in the text.
export class Unreadable {
  constructor(message, offset, length) {
    Object.assign(this, { message, offset, length });
  }
}

// Returns jsonc-parser's tree of the object. Throws Unreadable.
export function readObject(text, deepest) {
  rejectDepth(text, deepest);
  const tree = treeOf(text);
  rejectAmbiguous(tree, text);
  if (tree.type !== "object") throw new Unreadable("the body is not a JSON object", tree.offset, tree.length);
  return tree;
}

function rejectDepth(text, deepest) {
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

function rejectAmbiguous(node, text) {
  if (node.type === "string" && LONE_SURROGATE.test(node.value)) {
    throw new Unreadable("the body is not UTF-8 text: a surrogate is alone", node.offset, node.length);
  }
  if (node.type === "string" && node.value.includes(NUL)) {
    throw new Unreadable("the body holds the character U+0000", node.offset, node.length);
  }
  if (node.type === "number" && !isKept(text.slice(node.offset, node.offset + node.length))) {
    throw new Unreadable("the body holds a number that JSON readers cannot keep exactly", node.offset, node.length);
  }
  if (node.type === "object") rejectDuplicates(node);
  for (const inner of node.children ?? []) rejectAmbiguous(inner, text);
}

function rejectDuplicates(node) {
  const names = new Set();
  for (const { children: [name] } of node.children) {
    if (names.has(name.value)) {
      throw new Unreadable(`the member name ${JSON.stringify(name.value)} occurs twice in one object`, name.offset, name.length);
    }
    names.add(name.value);
  }
}
