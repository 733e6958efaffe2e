"""What earlier versions changed, and what goes out of use or has gone, for the page of changes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markupsafe import Markup

from paycat.catalogue.directions import DIRECTIONS
from paycat.contract.lifecycle import Deprecation
from paycat.contract.model import Contract


@dataclass(frozen=True, slots=True)
class OutOfUse:
    """A method or field that goes out of use, and the page that tells of it, if there is one."""

    name: str
    page: str | None
    deprecation: Deprecation


def released(releases: str) -> Markup:
    """Return the Markdown of `paycat changelog` as HTML; its own HTML, which folds payloads, stays."""
    return Markup(MarkdownIt("commonmark", {"html": True}).render(releases).strip())


def is_told(contract: Contract, releases: str) -> bool:
    """Tell whether the changes of the contract's version are among those that are told."""
    return re.search(rf"^## {re.escape(contract.service.version)} ", releases, re.MULTILINE) is not None


def out_of_use(contract: Contract) -> list[OutOfUse]:
    """Return the methods that are deprecated, and then the fields, request by request."""
    return [*_methods(contract), *_fields(contract)]


def _methods(contract: Contract) -> Iterator[OutOfUse]:
    for method in contract.methods:
        if method.deprecated:
            pages = (f"{way}/{method.code}.html" for way in DIRECTIONS if method.offer(way).request)
            yield OutOfUse(method.code, next(pages, None), method.deprecated)


def _fields(contract: Contract) -> Iterator[OutOfUse]:
    for request in contract.requests():
        page = f"{request.direction}/{request.method}.html"
        for field in request.root.fields():
            if field.deprecated:
                yield OutOfUse(f"{request.method} {field.path}", f"{page}#{field.path}", field.deprecated)
