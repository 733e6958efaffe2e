"""The numbers that texts insert, by their names: what is inserted, and which texts do."""

from collections.abc import Iterator
from functools import partial

from paycat.contract.named_numbers import NamedNumbers, inserts_numbers, names_in
from paycat.lint.statements import texts_in
from paycat.reporting.explaining.explanation import Explanation, Named, Occurrence, occurrence
from paycat.reporting.explaining.project import Project


def named(project: Project) -> Named:
    """Return every number that texts may insert."""
    numbers = NamedNumbers(project.catalogue, lambda: project.contract.methods)
    yield from ((name, partial(_page, name, numbers, project)) for name in numbers.names)


def _page(name: str, numbers: NamedNumbers, project: Project) -> Explanation:
    if (text := numbers.text(name)) is not None:
        inserted = [f"`{{{name}}}` in a text inserts {text}"]
    else:
        of_methods = ((method.code, numbers.text(name, method.code)) for method in project.contract.methods)
        inserted = [f"`{{{name}}}` in the file of {code} inserts {own}" for code, own in of_methods if own]
    return Explanation(name, "number", what=tuple(inserted), used=tuple(_uses(name, project)))


def _uses(name: str, project: Project) -> Iterator[Occurrence]:
    texts = (one for source in project.catalogue.files if inserts_numbers(source) for one in texts_in(source))
    yield from (occurrence(one.at()) for one in texts if name in {found["name"] for found in names_in(one.value)})
