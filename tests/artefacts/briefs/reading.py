"""Reads a brief, and nothing else: the verdict of a body follows from its Markdown alone."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from stdnum import luhn
from stdnum.br import cnpj, cpf
from stdnum.iso7064 import mod_97_10
from stdnum.us import rtn

Json = dict[str, Any]
Verdict = set[tuple[str, str]]

_CODE = re.compile(r"(?<!\\)(`+)(.*?)(?<!`)\1(?!`)")
_ROW = re.compile(r"(?P<indent> *)- (?:(?P<name>`.*?`)|each item): (?P<facts>.*)")
_ESCAPED = re.compile(r"\\([^\w\s])")
_CLOSED = "Any other member is rejected: `unknown_field`."
_GIVEN = re.compile(
    r"(?P<path>`+.*?`+) is (?:(?P<presence>present|absent)|(?P<negated>not )?(?P<values>`.*?`(?:(?:, | or )`.*?`)*))"
)
Given = tuple[list[str], Callable[[Any], bool]]


@dataclass
class Member:
    """A line of a brief: what the value is, its rules with their codes, and what is inside."""

    name: str
    type: str
    requirement: str
    rules: list[tuple[str, str]]
    combinations: list[list[list[str]]]
    cases: "list[Stated]"
    inside: "list[Member]" = field(default_factory=list)


@dataclass
class Stated:
    """What a member is where others have certain values."""

    given: list[Given]
    requirement: str
    rules: list[tuple[str, str]]

    def holds(self, body: Any) -> bool:
        """Return whether others have these values in a body."""
        return all(_is_met(body, path, test) for path, test in self.given)


@dataclass
class Brief:
    """What a brief says."""

    closed: bool
    members: list[Member]
    combinations: list[list[list[str]]]
    smallest: Any

    def verdict(self, body: Any) -> Verdict:
        """Return the violations of a body, by pointer and code."""
        self._body = body
        return set(self._object(self.members, self.combinations, body, "#"))

    def _object(
        self, members: list[Member], combinations: list[list[list[str]]], value: Json, at: str
    ) -> Iterator[tuple[str, str]]:
        for member in members:
            here = f"{at}/{quote(member.name.replace('~', '~0').replace('/', '~1'))}"
            requirements = {member.requirement, *(one.requirement for one in member.cases if one.holds(self._body))}
            if member.name in value and "absent" in requirements:
                yield here, "unknown_field"
            elif member.name in value:
                yield from self._value(member, value[member.name], here)
            elif "required" in requirements or self._is_needed(member):
                yield here, "required"
        if self.closed:
            known = {member.name for member in members}
            safe = "!$&'()*+,;=:@-._~?"
            for name in value.keys() - known:
                yield f"{at}/{quote(name.replace('~', '~0').replace('/', '~1'), safe=safe)}", "unknown_field"
        for any_of in combinations:
            if not any(all(name in value for name in names) for names in any_of):
                yield at, "conditional_required"

    def _is_needed(self, member: Member) -> bool:
        """Return whether a case requires what is inside of a member."""
        inside = member.inside if member.type == "object" else []
        return any(
            self._is_needed(inner)
            or any(one.requirement == "required" and one.holds(self._body) for one in inner.cases)
            for inner in inside
        )

    def _value(self, member: Member, value: Any, at: str) -> Iterator[tuple[str, str]]:
        own = [*member.rules, *(rule for one in member.cases if one.holds(self._body) for rule in one.rules)]
        if value is None:
            yield at, "null_not_allowed"
        elif not _TYPES[member.type](value):
            yield at, "type"
        elif code := next((code for rule, code in sorted(own, key=_rank) if not holds(rule, value)), None):
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
_CHECKS: dict[str, Callable[[str], bool]] = {
    "Luhn": luhn.is_valid,
    "IBAN": lambda text: mod_97_10.is_valid(text[4:] + text[:4]),
    "ABA": lambda text: text.isdigit() and rtn.is_valid(text),
    "CPF": lambda text: text.isdigit() and cpf.is_valid(text),
    "CNPJ": lambda text: text.isalnum() and text.upper() == text and cnpj.is_valid(text),
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
    r"valid check digits \((?P<bound>.*)\)": lambda found, value: value.isascii() and _CHECKS[found["bound"]](value),
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
    first = next((index for index, rule in enumerate(rules) if rule.startswith("where ")), len(rules))
    stated = [_shown(rule, codes) for rule in rules[:first]]
    return Member(
        name=_inner(name) if name else "",
        type=type,
        requirement=requirement,
        rules=[_rule(rule) for rule in stated if not rule.startswith("at least one of ")],
        combinations=[_combination(rule) for rule in stated if rule.startswith("at least one of ")],
        cases=list(_cases([_shown(rule, codes) for rule in rules[first:]])),
    )


def _cases(parts: list[str]) -> Iterator[Stated]:
    """Yield the cases of a member; a part that says no `where` belongs to the case before it."""
    case: Stated | None = None
    for part in parts:
        words = part
        if part.startswith("where "):
            if case:
                yield case
            given, _, words = part.removeprefix("where ").partition(": ")
            case = Stated([_given(found) for found in _GIVEN.finditer(given)], "", [])
        assert case, part
        if words in ("required", "absent"):
            case.requirement = words
        else:
            case.rules.append(_rule(words))
    if case:
        yield case


def _given(found: re.Match[str]) -> Given:
    path = _inner(found["path"]).split(".")
    if found["presence"]:
        return (
            path,
            lambda value: (found["presence"] == "absent") if value is _MISSING else found["presence"] == "present",
        )
    texts = [_inner(one) for one in re.findall("`.*?`", found["values"])]
    values: list[Any] = [one == "true" for one in texts] if {*texts} <= {"true", "false"} else texts
    return path, lambda value: type(value) is type(values[0]) and (value in values) is not bool(found["negated"])


_MISSING = object()


def _is_met(body: Any, path: list[str], test: Callable[[Any], bool]) -> bool:
    for name in path:
        if not isinstance(body, dict):
            return False
        if name not in body:
            return test(_MISSING)
        body = body[name]
    return body is not None and test(body)


def _rank(rule: tuple[str, str]) -> int:
    """Return the place of a rule among those of all members."""
    return next(place for place, pattern in enumerate(_ORDER) if re.fullmatch(pattern, rule[0]))


_ORDER = (
    *("always .*", '(one of )?".*', "a (date|time|decimal) .*", ".* at least .* characters?|at least .* characters?"),
    *("at most .* characters?", "of the form .*", "valid check digits.*", "greater than .*", "at least [0-9.-]+"),
    *("at most [0-9.-]+", "less than .*", "a multiple of .*", "at most .* places?|a whole number"),
    *("at least .* items?", "at most .* items?", ".*"),
)
"""The order of rules: of several that a value breaks, the first is told."""


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
