"""The format of the catalogue: its files, the kinds of its statements, their keys, and the words that keys take.

All of it is read from the models, so that a new key, word or kind of statement needs nothing here.
"""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any, get_args

from paycat.catalogue.annotations import Words, marks_in
from paycat.catalogue.constraints import Ruled
from paycat.catalogue.reading import FOLDERS, SINGLE
from paycat.catalogue.statement import Key, Statement, keys_of
from paycat.contract.paths import reachable
from paycat.packs.manifest import Pack
from paycat.reporting.explaining.explanation import Explanation, Named
from paycat.reporting.explaining.project import kind_of
from paycat.shapes.constraints import STATEMENTS

_FILES: dict[str, type[Statement]] = {
    **SINGLE,
    **{f"{folder}/*.yaml": model for folder, model in FOLDERS.items()},
    "pack.yaml": Pack,
}

_MOST = 9
_OBVIOUS = ("The rule's value.", "The limit.")


def named() -> Named:
    """Return every file, kind of statement, key and word of the catalogue's format, by its names."""
    for file, model in _FILES.items():
        make = partial(_model, file, "file of the project", model)
        yield from ((name, make) for name in {file, file.rpartition("/")[2]} - {"*.yaml"})
    for model in models():
        if not issubclass(model, Ruled):
            yield kind_of(model), partial(_model, kind_of(model), "kind of statement", model)
    keys: dict[str, dict[type[Statement], Key]] = {}
    for model in models():
        for key, described in keys_of(model).items():
            keys.setdefault(key, {})[model] = described
    yield from ((key, partial(_key, key, described)) for key, described in keys.items())
    words: dict[tuple[str, str], dict[str, None]] = {}
    for key, word, meaning in _words(keys):
        words.setdefault((word, meaning), {})[key] = None
    for (word, meaning), of_keys in words.items():
        yield word, partial(Explanation, word, f"value of {', '.join(of_keys)}", what=(meaning,))


@cache
def models() -> tuple[type[Statement], ...]:
    """Return every class of statements, each before those inside it."""
    return tuple(reachable(_FILES.values(), _inside))


def _inside(model: type[Statement]) -> Iterator[type[Statement]]:
    return (one for key in keys_of(model).values() for one in _statements_in(key.described.annotation))


def _statements_in(annotation: Any) -> Iterator[type[Statement]]:
    if isinstance(annotation, type) and issubclass(annotation, Statement):
        yield annotation
    for inner in get_args(annotation):
        yield from _statements_in(inner)


def _model(name: str, kind: str, model: type[Statement]) -> Explanation:
    keys = [key for key in keys_of(model) if key != "allow"]
    described = " ".join((model.__doc__ or "").split("\n\n")[0].split())
    return Explanation(name, kind, what=(described, f"keys: {', '.join(keys)}"))


def _key(key: str, found: dict[type[Statement], Key]) -> Explanation:
    """Explain a key: what it says in each kind of statement."""
    meanings: dict[str, list[str]] = {}
    for model, one in found.items():
        meanings.setdefault(one.described.description or "", []).append(kind_of(model))
    what = []
    for meaning, kinds in meanings.items():
        first, more = list(dict.fromkeys(kinds))[:_MOST], len(set(kinds)) - _MOST
        also = f" and {more} more kinds of statements" if more > 0 else ""
        what.append(f"{meaning} In: {', '.join(first)}{also}.")
    stated = STATEMENTS.get(key)
    of_shapes = (f"It applies to {', '.join(stated.shapes)}.",) if stated else ()
    examples = stated.examples if stated else ()
    return Explanation(
        key,
        "key of the catalogue",
        what=(*what, *dict.fromkeys(_forms(found)), *of_shapes),
        example=tuple(f"{key}: {one}" for one in examples),
    )


def _forms(found: dict[type[Statement], Key]) -> Iterator[str]:
    """Return how the value of a key is written, where it is a statement with a short form."""
    for key in found.values():
        for inner in _statements_in(key.described.annotation):
            described = keys_of(inner)[inner.short].described.description if inner.short else ""
            if described and described not in _OBVIOUS:
                yield f"Value: {described}"


def _words(keys: dict[str, dict[type[Statement], Key]]) -> Iterator[tuple[str, str, str]]:
    """Return each word that a key takes, with the key and what the word means."""
    for key, found in keys.items():
        for one in found.values():
            for words in marks_in(Words, one.described.annotation, *one.described.metadata):
                yield from ((key, word, meaning) for word, meaning in words.meanings.items())
