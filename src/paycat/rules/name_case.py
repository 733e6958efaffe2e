"""Names of one kind are written alike, and no two of them differ only in case or in their signs.

Why: a client writes names by heart; the one that is written otherwise is written wrongly. Where only case or a sign
tells two names apart, generated code has one name for both.

Example: in schemas/interface/problems.yaml

    body_unreadable:

is found as

    schemas/interface/problems.yaml:10:3 warning odd-name: problems are named in kebab-case here, and
        'body_unreadable' is not; write 'body-unreadable'

Fix: write the name as the others of its kind; a name that is already in use by clients can be allowed with that reason.
What is only written differently is one name: use the same everywhere, or find a name of its own.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.rules.views.names import Name, names

ID = "R-54"
ODD = "odd-name"
ALIKE = "alike-names"
WARNINGS = ALLOWABLE = (ODD,)
NEEDS: tuple[str, ...] = ()

_CASES: Mapping[str, str] = {
    "snake_case": "[a-z][a-z0-9]*(_[a-z0-9]+)*",
    "kebab-case": "[a-z][a-z0-9]*(-[a-z0-9]+)*",
    "camelCase": "[a-z][A-Za-z0-9]*",
    "PascalCase": "[A-Z][A-Za-z0-9]*",
    "UPPER_CASE": "[A-Z][A-Z0-9]*(_[A-Z0-9]+)*",
}
_SIGN = re.compile("[^A-Za-z0-9]")
_TOLD_ELSEWHERE: Mapping[str, re.Pattern[str]] = {  # What other rules say of the names of a kind.
    "operations": re.compile(""),
    "parameters": _SIGN,
    "response headers": _SIGN,
    "notifications": _SIGN,
    "records": _SIGN,
}
_WORD = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[0-9]+")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report names that differ too little, and warn of those that are written otherwise than most of their kind."""
    kinds: dict[str, list[Name]] = defaultdict(list)
    for name in names(catalogue):
        kinds[name.kind].append(name)
    for kind, given in kinds.items():
        case = _case_of(list(dict.fromkeys(name.text for name in given)))
        told: set[str] = set()
        for first, other in _alike(given):
            odd, right = (other, first) if _fits(first.text, case) else (first, other)
            if odd.text not in told:
                told |= {first.text, other.text}
                message = f"{odd.text!r} differs from {right.text!r} only in how it is written"
                yield Diagnostic(ALIKE, odd.span, message, "use one of the two, or another name")
        for name in given:
            if name.text in told:
                continue
            told.add(name.text)
            elsewhere = _TOLD_ELSEWHERE.get(kind)
            if not _fits(name.text, case) and not (elsewhere and elsewhere.search(name.text)):
                message = f"{kind} are named in {case} here, and {name.text!r} is not"
                yield Diagnostic(ODD, name.span, message, f"write {_written(name.text, case)!r}")


def _alike(given: Iterable[Name]) -> Iterator[tuple[Name, Name]]:
    """Pairs of names that are one when case and signs are left out."""
    seen: dict[tuple[str, str], Name] = {}
    for name in given:
        first = seen.setdefault((name.scope, re.sub("[_-]", "", name.text).lower()), name)
        if first.text != name.text:
            yield first, name


def _case_of(texts: list[str]) -> str:
    """Return the case that most names have; of several, that of the name that was given first."""
    fitting = {case: [_fits(text, case) for text in texts] for case in _CASES}
    return max(_CASES, key=lambda case: (sum(fitting[case]), fitting[case]))


def _fits(text: str, case: str) -> bool:
    return re.fullmatch(_CASES[case], text) is not None


def _written(text: str, case: str) -> str:
    words = [word.lower() for word in _WORD.findall(text)]
    match case:
        case "snake_case":
            return "_".join(words)
        case "kebab-case":
            return "-".join(words)
        case "UPPER_CASE":
            return "_".join(words).upper()
        case "camelCase":
            return "".join([*words[:1], *map(str.capitalize, words[1:])])
    return "".join(map(str.capitalize, words))
