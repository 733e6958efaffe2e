"""The rule on sensitive fields: card and account numbers, and what identifies a person, are marked."""

import re
from collections.abc import Iterator, Mapping
from itertools import product

from paycat.catalogue.fields import Sensitivity
from paycat.contract.model import Request
from paycat.contract.naming import snake
from paycat.contract.nodes import FieldNode
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.yaml.reading import shipped_data

_Named = tuple[Sensitivity, str]
"""The kind of value that a text names, and the words."""

_NAMES = shipped_data(__package__, "sensitive.yaml")
_HEAD = re.compile(r"[;,.:(]|\b(?:if|when|unless|whose|that|which|for)\b")
_STRENGTH: Mapping[Sensitivity, int] = {"pan": 3, "account": 2, "personal": 1}
_FORMS: Mapping[Sensitivity, re.Pattern[str]] = {
    kind: re.compile(
        rf"(?<![a-z0-9])({'|'.join(words).replace('PERSON', _NAMES['persons'])})(?![a-z0-9])", re.IGNORECASE
    )
    for kind, words in _NAMES["words"].items()
}


@rule("sensitive-fields", needs=["types.yaml"])
def sensitive_fields(context: RuleContext) -> Iterator[Diagnostic]:
    """Report what is not marked, or not strongly enough, at the type where that names it, else at the field."""
    for request, field in context.different_fields:
        # Generated code reads what has a role.
        if field.is_stated and field.role is None and field.json_type != "object":
            yield from _of_field(context, request, field)


def _of_field(context: RuleContext, request: Request, field: FieldNode) -> Iterator[Diagnostic]:
    types = context.catalogue.types
    stated = types.value.types.get(field.type)
    type_pair = _named(field.type, stated.meaning, field.type) if stated else None
    stated_field = context.stated_field(request, field)
    first_statement = stated_field.statements[0] if stated_field else None
    own_name = first_statement.name if first_statement else field.path.rpartition(".")[2]  # Else items of a list.
    pairs = [type_pair, _named(field.path, field.meaning, own_name)]
    if first_statement and first_statement.source is types:
        pairs.append(_named(f"{first_statement.path[1]}.{own_name}", "", own_name))
    mention = max(filter(None, pairs), key=lambda pair: _STRENGTH[pair[0]], default=None)
    if mention is None or _is_kept(field.sensitive, mention[0]):
        return
    sensitivity, words = mention
    if stated and mention == type_pair and not _is_kept(stated.sensitive, sensitivity):
        subject, mark, location = f"the type {field.type!r}", stated.sensitive, types.at("types", field.type, key=True)
    else:
        subject, mark, location = repr(field.path), field.sensitive, field.location
    message = f"{subject} mentions {words!r}, but is {f'marked {mark} only' if mark else 'not marked'}"
    code = "weakly-marked-field" if mark else "unmarked-field"
    yield Diagnostic(code, location, message, f"write `sensitive: {sensitivity}`")


def _named(path: str, meaning: str, own_name: str) -> _Named | None:
    """Return the strongest kind that a path and the first clause of a meaning name; the rest may be about others.

    Words of the path reach into its end, the own name: what they say of an object is not true of all its members.
    """
    path_words = snake(path).replace("_", " ")
    texts = ((_HEAD.split(meaning)[0], 0), (path_words, len(path_words) - len(snake(own_name))))
    for (sensitivity, pattern), (text, own_start) in product(_FORMS.items(), texts):
        if match := next((match for match in pattern.finditer(text) if match.end() > own_start), None):
            return sensitivity, match[0]
    return None


def _is_kept(mark: Sensitivity | None, sensitivity: Sensitivity) -> bool:
    return mark is not None and _STRENGTH[mark] >= _STRENGTH[sensitivity]
