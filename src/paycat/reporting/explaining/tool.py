"""What paycat itself has names for: findings and their rules, change types, and the format of the catalogue.

The format is files, kinds of statements, their keys, and the words that keys take. All of it is read from the models,
so that a new key, word or kind of statement needs nothing here.
"""

import re
from collections.abc import Iterator
from functools import partial

from paycat.catalogue.constraints import Ruled
from paycat.catalogue.statement import Statement
from paycat.changes.change import AUDIENCES
from paycat.changes.taxonomy import CHANGE_TYPES, inverse
from paycat.changes.taxonomy.change_type import ChangeType
from paycat.lint.rule import FindingPage, pages
from paycat.reporting.explaining.explanation import Explanation, Named
from paycat.reporting.explaining.format_reference import (
    FILES,
    REQUIRED,
    KeyReference,
    StatementReference,
    models,
    references,
)

_MOST = 9
_OTHER_NAMES = (
    "A kind of statement, a key, a value of a key. Of the project: a method, a request such as refund.METHOD, a field "
    "such as refund.METHOD.a.b, a field type, a record, an operation, a state, an event, a problem, a gap, a decision. "
    "Of paycat: a rule, a finding, a change type."
)
_MOST_EXAMPLES = 4


def named() -> Named:
    """Return everything that needs no project, by its names."""
    for page in pages():
        yield from ((name, partial(_page, name, page)) for name in dict.fromkeys((page.id, page.slug, *page.codes)))
    yield from ((name, partial(_change, change_type)) for name, change_type in CHANGE_TYPES.items())
    yield from _of_format()


def _page(name: str, page: FindingPage) -> Explanation:
    is_code = name in page.codes and name != page.slug
    hints = {code: f"; may be allowed at the statement: allow: {{ {code}: the reason }}" for code in page.allowable}
    return Explanation(
        name,
        f"finding of {page.id}" if is_code else "rule",
        page.slug if is_code or name == page.id else page.id,
        what=(page.what, *(f"{page.severity(code)} {code}{hints.get(code, '')}" for code in page.codes)),
        why=(page.why,),
        example=() if is_code and f" {name}: " not in page.example else tuple(page.example.splitlines()),
        fix=tuple(page.fix.splitlines()),
    )


def _change(change_type: ChangeType) -> Explanation:
    verdicts = ((getattr(change_type, audience), phrase) for audience, phrase in AUDIENCES.items())
    reverse_type = inverse(change_type)
    what = (
        f"a change that paycat diff reports: {change_type.pattern}",
        *(f"{verdict} for {phrase}, as far as the rule can decide" for verdict, phrase in verdicts if verdict),
        "the reverse has the same id" if reverse_type is change_type else f"the reverse: {reverse_type.id}",
    )
    return Explanation(change_type.id, "change type", what=what, why=(change_type.why,), example=(change_type.example,))


def _of_format() -> Named:
    """Return every file, kind of statement, key and word of the catalogue's format, by its names."""
    references_by_model = references()
    for file_name, model in FILES.items():
        maker = partial(_statement, file_name, "file of the project", references_by_model[model])
        names = dict.fromkeys((file_name, file_name.rpartition("/")[2]))
        yield from ((name, maker) for name in names if name != "*.yaml")
    for model, reference in references_by_model.items():
        if not issubclass(model, Ruled):
            yield reference.name, partial(_statement, reference.name, "kind of statement", reference)
    uses_by_key: dict[str, list[tuple[str, KeyReference]]] = {}
    keys_by_word: dict[tuple[str, str], dict[str, None]] = {}
    for model, reference in references_by_model.items():
        name = "constraint" if issubclass(model, Ruled) else reference.name
        for key in (*reference.keys, *reference.common):
            uses_by_key.setdefault(key.key, []).append((name, key))
            for word, meaning in key.words.items():
                keys_by_word.setdefault((word, meaning), {})[key.key] = None
    yield from ((key, partial(_key, key, tuple(uses))) for key, uses in uses_by_key.items())
    for (word, meaning), key_names in keys_by_word.items():
        yield word, partial(Explanation, word, f"value of {', '.join(key_names)}", what=(meaning,))


def overview() -> tuple[Explanation, ...]:
    """Return a page for each file of a project, with the kinds of statements in it, and one for all other names."""
    references_by_model = references()
    file_pages = [
        Explanation(
            file_name,
            "file of the project",
            what=(references_by_model[model].meaning, f"statements: {', '.join(dict.fromkeys(_names(model)))}"),
        )
        for file_name, model in FILES.items()
    ]
    return (*file_pages, Explanation("NAME", "name that `paycat explain NAME` explains", what=(_OTHER_NAMES,)))


def _names(model: type[Statement]) -> Iterator[str]:
    return (references()[inner_model].name for inner_model in models(model) if not issubclass(inner_model, Ruled))


def _statement(name: str, kind: str, reference: StatementReference) -> Explanation:
    keys_text = f"keys: {', '.join(key.key for key in (*reference.keys, *reference.common) if key.key != 'allow')}"
    places = (f"It is {_plain(', '.join(reference.places))}.",) if reference.places else ()
    return Explanation(name, kind, what=(reference.meaning, *places, keys_text))


def _key(key: str, uses: tuple[tuple[str, KeyReference], ...]) -> Explanation:
    names_by_meaning: dict[tuple[str, str], list[str]] = {}
    for name, use in uses:
        default = f"; {use.default}" if use.default == REQUIRED else use.default and f"; default: {use.default}"
        names_by_meaning.setdefault((use.meaning, f"Value: {_plain(use.type)}{default}."), []).append(name)
    texts: dict[str, None] = {}
    for (meaning, value_text), names in names_by_meaning.items():
        first_names, more_count = list(dict.fromkeys(names))[:_MOST], len(set(names)) - _MOST
        suffix = f" and {more_count} more kinds of statements" if more_count > 0 else ""
        texts |= dict.fromkeys((f"{meaning} In: {', '.join(first_names)}{suffix}.", value_text))
    shape_texts = dict.fromkeys(f"It applies to {', '.join(use.shapes)}." for _, use in uses if use.shapes)
    examples = list(dict.fromkeys(use.example for _, use in uses))[:_MOST_EXAMPLES]
    lines = tuple(line for example in examples for line in example.splitlines())
    return Explanation(key, "key of the catalogue", what=(*texts, *shape_texts), example=lines)


def _plain(text: str) -> str:
    return re.sub(r"[`\[\]]", "", text)
