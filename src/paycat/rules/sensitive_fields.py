"""A field that holds a card number, an account number or what identifies a person is marked `sensitive`.

Why: the mark keeps the value out of logs, errors and `repr`; one field without it puts what the others hide into the
log files of every client. The kind counts: only a card number is write-only, and published under that name.

Example: in schemas/types.yaml

    name:
      shape: text
      meaning: Name of a person or company, in any script.
      source: "§2.1"

is found as

    schemas/types.yaml:57:3 error unmarked-field: the type 'name' speaks of 'Name of a person', and is not marked; write
        `sensitive: personal`

Fix: write `sensitive: pan`, `account` or `personal`, at the field type if that holds wherever it is used. A field
that only speaks of such a thing and does not hold it can be allowed with that reason.
"""

import re
from collections.abc import Iterator, Mapping

from paycat.catalogue.fields import Sensitivity
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract, FieldNode, Request
from paycat.diagnostics import Diagnostic
from paycat.rules.views.offers import place_of

ID = "R-56"
UNMARKED = "unmarked-field"
WEAK = "weakly-marked-field"
ALLOWABLE = (UNMARKED, WEAK)
NEEDS: tuple[str, ...] = ("types.yaml",)

Told = tuple[Sensitivity, str]

_PERSON = "(person|customer|payer|payee|sender|recipient|debtor|beneficiary|((bank )?account |card )?holder)"
_WORDS: Mapping[Sensitivity, tuple[str, ...]] = {  # The strongest kind first.
    "pan": (
        "card number",
        "number of (the|a) card",
        "primary account number",
        "pan(?!-)",
        "card verification",
        "cv[cv]2?",
    ),
    "account": (
        *("account (number|no|id)", "number of (the|an) account", "iban", "bban"),
        *("wallet (number|no|id)", "number of (the|a) wallet"),
    ),
    "personal": (
        *("(first|last|full|middle|given|family|maiden|holder) ?names?", "surname"),
        *(f"name of (the|a|an) {_PERSON}(?!'s)", f"{_PERSON}'s name"),
        *("tele(phone|fax)( number)?", "phone( number)?", "(mobile|cell) number", "msisdn", "e-?mail( address)?"),
        *("(date|day|place) of birth", "birth ?(day|date|place)", "ip address", "post(al )?code", "zip( code)?"),
        *(
            "(postal|street|home|billing|residential) address",
            f"address of (the|a|an) {_PERSON}(?!'s)",
            f"{_PERSON}'s address",
        ),
        *("passport( number)?", "national id", "(identity|tax|social security) (card|document|number|id)"),
        *("document number", "driving licen[cs]e"),
    ),
}
_HEAD = re.compile(r"[;,.:(]|\b(?:if|when|unless|whose|that|which|for)\b")
_STRENGTH: Mapping[Sensitivity, int] = {"pan": 3, "account": 2, "personal": 1}
_FORMS = {
    kind: re.compile(rf"(?<![a-z0-9])({'|'.join(words)})(?![a-z0-9])", re.IGNORECASE) for kind, words in _WORDS.items()
}


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report what is not marked, or not strongly enough, at the type where that speaks of it, else at the field."""
    for request in contract.requests():
        for field in request.root.stated_fields():
            if field.role is None and field.json_type != "object":  # The machinery reads what has a role.
                yield from _of_field(catalogue, request, field)


def _of_field(catalogue: Catalogue, request: Request, field: FieldNode) -> Iterator[Diagnostic]:
    stated = catalogue.types.value.types[field.type]
    of_type = _told(field.type.replace("_", " "), stated.meaning)
    told = _strongest(_told(field.path.replace("_", " ").replace(".", " "), field.meaning), of_type)
    if told is None or _is_kept(field.sensitive, told[0]):
        return
    kind, words = told
    if told == of_type and not _is_kept(stated.sensitive, kind):
        subject, mark = f"the type {field.type!r}", stated.sensitive
        place = catalogue.types.at("types", field.type, key=True)
    else:
        subject, mark = repr(field.path), field.sensitive
        place = place_of(catalogue, request, "fields", field.path)
    message = f"{subject} speaks of {words!r}, and is {f'marked {mark} only' if mark else 'not marked'}"
    yield Diagnostic(WEAK if mark else UNMARKED, place, message, f"write `sensitive: {kind}`")


def _told(name: str, meaning: str) -> Told | None:
    """Return the strongest kind that a name and a meaning speak of, and the words.

    What follows the first clause of a meaning speaks of other things as well.
    """
    texts = (_HEAD.split(meaning)[0], name)
    found = ((kind, form.search(text)) for kind, form in _FORMS.items() for text in texts)
    return next(((kind, words[0]) for kind, words in found if words), None)


def _strongest(first: Told | None, second: Told | None) -> Told | None:
    """Return the one of the stronger kind, the second of like ones."""
    if first and second:
        return first if _STRENGTH[first[0]] > _STRENGTH[second[0]] else second
    return first or second


def _is_kept(mark: Sensitivity | None, kind: Sensitivity) -> bool:
    return mark is not None and _STRENGTH[mark] >= _STRENGTH[kind]
