"""What a generated file is made of, read by a reader of its format: parts that act, and texts that it carries."""

import ast
import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from selectolax.lexbor import LexborHTMLParser

from tests.any_catalogue.injection.typescript_parts import typescript_parts


@dataclass(frozen=True, slots=True)
class Structure:
    """The parts of a file that a reader acts on, and how often it carries each text."""

    parts: frozenset[str]
    texts: Counter[str] = field(default_factory=Counter)


def structure(path: str, text: str) -> Structure:
    """Return the structure of a file. Raises ValueError when no reader of its format can read it."""
    suffix = path.rpartition(".")[2]
    reader = _READERS.get(suffix)
    return reader(text) if reader else Structure(frozenset())


def _python(text: str) -> Structure:
    try:
        tree = ast.parse(text)
    except (SyntaxError, RecursionError) as error:
        raise ValueError(f"not Python: {error}") from error
    texts = Counter(
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return Structure(frozenset(_python_parts(_Masked().visit(tree))), texts)


class _Masked(ast.NodeTransformer):
    """Puts one constant for all: what is said is no part."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.copy_location(ast.Constant(None), node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        """Keep the texts of templates between what is inserted, which could not be printed otherwise."""
        values = [one if isinstance(one, ast.Constant) else self.visit(one) for one in node.values]
        return ast.copy_location(ast.JoinedStr(values), node)


def _python_parts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call():
                yield f"call {ast.unparse(node.func)}"
            case ast.Import():
                yield from (f"import {one.name}" for one in node.names)
            case ast.ImportFrom():
                yield from (f"import {one.name} from {'.' * node.level}{node.module or ''}" for one in node.names)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield f"define {node.name}"
                yield from (f"decorate {ast.unparse(one)}" for one in node.decorator_list)
            case ast.Name():
                yield f"name {node.id}"
            case ast.Attribute():
                yield f"attribute {node.attr}"
            case ast.keyword():
                yield f"keyword {node.arg}"
            case ast.Lambda() | ast.JoinedStr() | ast.Await() | ast.Yield() | ast.Delete() | ast.Global():
                yield type(node).__name__


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    elif isinstance(value, str):
        yield value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    counts = Counter(key for key, _ in pairs)
    if twice := [key for key, count in counts.items() if count > 1]:
        raise ValueError(f"the member {twice[0]!r} is there twice")
    return dict(pairs)


def _constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def read_json(text: str) -> Any:
    """Return what a JSON text holds. Raises ValueError for what JSON has not, and for members that are there twice."""
    return json.loads(text, object_pairs_hook=_once, parse_constant=_constant)


def _json(text: str) -> Structure:
    return Structure(frozenset(), Counter(_leaves(read_json(text))))


def _json_lines(text: str) -> Structure:
    return Structure(
        frozenset(), Counter(leaf for line in text.split("\n") if line for leaf in _leaves(read_json(line)))
    )


def _yaml(text: str) -> Structure:
    try:
        return Structure(frozenset(), Counter(_leaves(yaml.load(text, Loader=yaml.CSafeLoader))))
    except yaml.YAMLError as error:
        raise ValueError(f"not YAML: {error}") from error


def _toml(text: str) -> Structure:
    held = tomllib.loads(text)
    return Structure(frozenset(_ways(held)), Counter(_leaves(held)))


def _ways(value: Any, way: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _ways(inner, f"{way}.{key}")
    elif isinstance(value, list):
        yield f"{way}[{len(value)}]"
    else:
        yield f"{way} {type(value).__name__}"


_CALL = re.compile(r"(paycat[A-Za-z]+)\((.*)\);\n", re.DOTALL)


def _typescript(text: str) -> Structure:
    parts, texts = typescript_parts(text)
    return Structure(frozenset(parts), Counter(texts))


def _javascript(text: str) -> Structure:
    """Read a script of the pages, which is one call with data, or a module."""
    call = _CALL.fullmatch(text)
    if call is None:
        return _typescript(text)
    if re.search("[\u2028\u2029]|</", call[2]):
        raise ValueError("a line separator or an end of a script is in the data")
    return Structure(frozenset([f"call {call[1]}"]), Counter(_leaves(read_json(f"[{call[2]}]"))))


_TEXT_TAGS = frozenset(
    [
        "p",
        "em",
        "strong",
        "code",
        "a",
        "ul",
        "ol",
        "li",
        "blockquote",
        "pre",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "br",
        "hr",
    ]
)
_LINKS = ("href", "src", "action", "formaction", "srcset", "data", "poster", "xlink:href", "content")


def _html(text: str) -> Structure:
    parser = LexborHTMLParser(text)
    return Structure(frozenset(_html_parts(parser)), Counter(_html_texts(parser)))


def _html_parts(parser: LexborHTMLParser) -> Iterator[str]:
    for node in parser.css("*"):
        attributes = node.attributes
        if node.tag not in _TEXT_TAGS:
            yield f"<{node.tag}>"
        if node.tag == "a" and _is_link_abroad(attributes):
            continue
        for name, value in attributes.items():
            yield f"<{node.tag} {name}>"
            if name in _LINKS and node.tag != "meta":
                yield f"{name} {_target(value or '')}"
            elif name.startswith("on") or name in ("style", "http-equiv"):
                yield f"{name}={value}"
        if node.tag in ("script", "style"):
            yield f"{node.tag}: {node.text()}"
        if node.tag == "code" and (reader := _PROGRAMS.get(attributes.get("class") or "")):
            yield from reader(node.text()).parts


def _is_link_abroad(attributes: Mapping[str, str | None]) -> bool:
    """Tell whether Markdown may make this of a text: a link to a mailbox, or to a page that learns not where it is."""
    target = attributes.get("href") or ""
    return attributes == {"href": target, "rel": "noopener noreferrer"} and target.startswith(("https://", "mailto:"))


def _target(link: str) -> str:
    """Return what matters of an address: nothing of one inside the site, else its scheme and host."""
    found = re.match(r"\s*([a-zA-Z][a-zA-Z0-9+.-]*:)?(//[^/?#]*)?", link)
    return "".join(part or "" for part in found.groups()) if found else ""


def _html_texts(parser: LexborHTMLParser) -> Iterator[str]:
    for node in parser.css("*"):
        own = node.text(deep=False)
        if own.strip():
            yield " ".join(own.split())


_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")


def _markdown(text: str) -> Structure:
    return Structure(frozenset(_markdown_parts(_MARKDOWN.parse(text))))


def _markdown_parts(tokens: list[Token]) -> Iterator[str]:
    row: list[int] = []
    for token in tokens:
        if token.type in ("html_block", "html_inline"):
            yield f"html {token.content.strip()}"
        elif token.type == "heading_open":
            yield f"heading {token.tag}"
        elif token.type == "fence":
            yield f"fence {token.info}"
            if reader := _PROGRAMS.get(f"language-{token.info}"):
                yield from reader(token.content).parts
        elif token.type in ("link_open", "image"):
            link = str(token.attrs.get("href") or token.attrs.get("src"))
            yield f"{token.type} {_target(link)}"
        elif token.type in ("tr_open", "th_open", "td_open"):
            row = [0] if token.type == "tr_open" else row
            row[0] += token.type != "tr_open"
        elif token.type == "tr_close":
            yield f"row {row[0]}"
        else:
            yield token.type
        yield from _markdown_parts(token.children or [])


_PROGRAMS: Mapping[str, Callable[[str], Structure]] = {
    "language-python": _python,
    "language-typescript": _typescript,
    "language-ts": _typescript,
    "language-javascript": _typescript,
    "language-json": _json,
}
"""Readers of the programs that pages and Markdown show, by the class of their element."""

_READERS: Mapping[str, Callable[[str], Structure]] = {
    "py": _python,
    "json": _json,
    "jsonl": _json_lines,
    "yaml": _yaml,
    "toml": _toml,
    "js": _javascript,
    "ts": _typescript,
    "html": _html,
    "md": _markdown,
}
