"""Reads a brief, and nothing else: the verdict of a body follows from its Markdown alone."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from urllib.parse import quote

Json = dict[str, Any]
Verdict = set[tuple[str, str]]

_CODE = re.compile(r"(?<!\\)(`+)(.*?)(?<!`)\1(?!`)")
_ROW = re.compile(r"(?P<indent> *)- (?:(?P<name>`.*?`)|each item): (?P<facts>.*)")
_ESCAPED = re.compile(r"\\([^\w\s])")
_CLOSED = "Any other member is rejected: `unknown_field`."


@dataclass
class Member:
    """A line of a brief: what the value is, its rules with their codes, and what is inside."""

    name: str
    type: str
    requirement: str
    rules: list[tuple[str, str]]
    combinations: list[list[list[str]]]
    inside: "list[Member]" = field(default_factory=list)


@dataclass
class Brief:
    """What a brief says."""

    closed: bool
    members: list[Member]
    combinations: list[list[list[str]]]
    smallest: Any

    def verdict(self, body: Any) -> Verdict:
        """Return the violations of a body, by pointer and code."""
        return set(self._object(self.members, self.combinations, body, "#"))

    def _object(
        self, members: list[Member], combinations: list[list[list[str]]], value: Json, at: str
    ) -> Iterator[tuple[str, str]]:
        for member in members:
            here = f"{at}/{quote(member.name.replace('~', '~0').replace('/', '~1'))}"
            if member.name in value:
                yield from self._value(member, value[member.name], here)
            elif member.requirement == "required":
                yield here, "required"
        if self.closed:
            known = {member.name for member in members}
            safe = "!$&'()*+,;=:@-._~?"
            for name in value.keys() - known:
                yield f"{at}/{quote(name.replace('~', '~0').replace('/', '~1'), safe=safe)}", "unknown_field"
        for any_of in combinations:
            if not any(all(name in value for name in names) for names in any_of):
                yield at, "conditional_required"

    def _value(self, member: Member, value: Any, at: str) -> Iterator[tuple[str, str]]:
        if value is None:
            yield at, "null_not_allowed"
        elif not _TYPES[member.type](value):
            yield at, "type"
        elif code := next((code for rule, code in member.rules if not holds(rule, value)), None):
            yield at, code
        elif member.type == "object" and member.inside:
            yield from self._object(member.inside, member.combinations, value, at)
        elif member.type == "array":
            for index, item in enumerate(value):
                yield from self._value(member.inside[0], item, f"{at}/{index}")


def _number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


_TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": _number,
    "integer": lambda value: _number(value) and Decimal(str(value)) % 1 == 0,
    "boolean": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
}
_NUMBER = r"(?P<bound>-?[0-9.]+)"
_RULES: dict[str, Callable[[re.Match[str], Any], bool]] = {
    r"always `+ ?(?P<bound>.*?) ?`+": lambda found, value: _text(value) == found["bound"],
    r"of the form `(?P<bound>.*)`": lambda found, value: _matches(found["bound"], value),
    r"(?P<bound>(?:one of )?\".*\")": lambda found, value: value in _listed(found["bound"]),
    rf"greater than {_NUMBER}": lambda found, value: _exact(value) > Decimal(found["bound"]),
    rf"less than {_NUMBER}": lambda found, value: _exact(value) < Decimal(found["bound"]),
    rf"at least {_NUMBER}": lambda found, value: _exact(value) >= Decimal(found["bound"]),
    rf"at most {_NUMBER}": lambda found, value: _exact(value) <= Decimal(found["bound"]),
    rf"a multiple of {_NUMBER}": lambda found, value: _exact(value) % Decimal(found["bound"]) == 0,
    rf"at most {_NUMBER} decimal places?": lambda found, value: _places(value) <= int(found["bound"]),
    r"a whole number": lambda _, value: _places(value) == 0,
    rf"at least {_NUMBER} (characters?|items?)": lambda found, value: len(value) >= int(found["bound"]),
    rf"at most {_NUMBER} (characters?|items?)": lambda found, value: len(value) <= int(found["bound"]),
    r"unique, byte for byte": lambda _found, _value: True,  # Among requests, which one body cannot show.
    r"without repeated items": lambda _, value: len({json.dumps(one) for one in value}) == len(value),
    r"a (date|time|decimal) .*, of the form `(?P<bound>.*)`": lambda found, value: _matches(found["bound"], value),
}


def holds(rule: str, value: Any) -> bool:
    """Return whether a value keeps a rule. Raises KeyError for a rule whose words are unknown."""
    for pattern, check in _RULES.items():
        if found := re.fullmatch(pattern, rule):
            return check(found, value)
    raise KeyError(rule)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _matches(pattern: str, value: str) -> bool:
    """Match as ECMAScript does: `$` is the end of the text alone."""
    return re.fullmatch(pattern.removeprefix("^").removesuffix("$"), value) is not None


def _listed(rule: str) -> list[str]:
    return list(json.loads(f"[{rule.removeprefix('one of ')}]"))


def _exact(value: Any) -> Decimal:
    return Decimal(str(value))


def _places(value: Any) -> int:
    if isinstance(value, str):
        return len(value.partition(".")[2])
    return max(0, -int(_exact(value).normalize().as_tuple().exponent))


def read(text: str) -> Brief:
    """Return what a brief says."""
    roots: list[Member] = []
    stack: list[tuple[int, list[Member]]] = [(0, roots)]
    text = text.partition("\n## Exchange\n")[0]
    for line in text.split("\n"):
        if not (found := _ROW.fullmatch(line)):
            continue
        depth = len(found["indent"]) // 2
        member = _member(found["name"] or "", found["facts"])
        while len(stack) > depth + 1:
            stack.pop()
        stack[-1][1].append(member)
        stack.append((depth + 1, member.inside))
    body = next((line for line in text.split("\n") if line.startswith("The body needs ")), None)
    return Brief(
        closed=_CLOSED in text,
        members=roots,
        combinations=[_combination(body.removeprefix("The body needs "))] if body else [],
        smallest=json.loads(fenced("Smallest body", text)),
    )


def fenced(title: str, text: str) -> str:
    """Return the block of code below a title. Raises LookupError if there is none."""
    found = re.search(rf"^{title}:\n\n(`{{3,}})json\n(.*)\n\1$", text, re.MULTILINE)
    if not found:
        raise LookupError(f"the brief has no block {title!r}")
    return found[2]


def _member(name: str, facts: str) -> Member:
    hidden, codes = _hidden(facts)
    kind, *rules = hidden.partition(". ")[0].removesuffix(".").split("; ")
    type, requirement = kind.split(", ")
    stated = [_shown(rule, codes) for rule in rules]
    return Member(
        name=_inner(name) if name else "",
        type=type,
        requirement=requirement,
        rules=[_rule(rule) for rule in stated if not rule.startswith("at least one of ")],
        combinations=[_combination(rule) for rule in stated if rule.startswith("at least one of ")],
    )


def _hidden(text: str) -> tuple[str, list[str]]:
    """Return the text with each code span as a number between null characters, and the spans."""
    spans: list[str] = []

    def hide(found: re.Match[str]) -> str:
        spans.append(found[0])
        return f"\0{len(spans) - 1}\0"

    text = re.sub(r'"(?:[^"\\]|\\.)*"', hide, text) if text.count('"') % 2 == 0 and ': "' not in text else text
    return _CODE.sub(hide, text), spans


def _shown(text: str, spans: list[str]) -> str:
    return re.sub("\0([0-9]+)\0", lambda found: spans[int(found[1])], text)


def _rule(text: str) -> tuple[str, str]:
    words, code = text.rsplit(" (", 1)
    return (words if "`" in words else _ESCAPED.sub(r"\1", words)), _inner(code.removesuffix(")"))


def _combination(text: str) -> list[list[str]]:
    names, _ = text.removeprefix("at least one of ").split(" (")
    return [[_inner(one) for one in names.split(" with ")] for names in names.split(", ")]


def _inner(span: str) -> str:
    ticks = re.match("`+", span)
    assert ticks, span
    inner = span[len(ticks[0]) : -len(ticks[0])]
    return inner[1:-1] if inner.startswith(" ") and inner.endswith(" ") and inner.strip() else inner
