"""What the preview shows of a check: methods and files with their findings, and the pages of what was saved."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from paycat.catalogue.markdown_files import RELEASES
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, Severity
from paycat.pages.navigation import pages
from paycat.text.characters import printable

_PAGES = {
    "catalogue.yaml": "index.html",
    "decisions.yaml": "decisions.html",
    "errata.yaml": "errata.html",
    "interface/events.yaml": "notifications.html",
    "interface/operations.yaml": "operations.html",
    "interface/problems.yaml": "problems.html",
    "interface/records.yaml": "records.html",
    "interface/rules.yaml": "limits.html",
    "interface/sandbox.yaml": "sandbox.html",
    "interface/states.yaml": "states.html",
    RELEASES: "changelog.html",
}
"""The page about what a file of the catalogue states. What is on many pages, such as field types, has none."""
_METHODS, _SAMPLES = "methods", "samples"

Shown = dict[str, Any]
"""JSON data for the script of the page."""


@dataclass(frozen=True, slots=True)
class ShownCatalogue:
    """A catalogue without errors: what makes each page of it, by its path, and which version was read at what time."""

    contract: Contract
    pages: Mapping[str, Callable[[], str]]
    version: int
    at: str


def checked_shown(
    findings: Sequence[Diagnostic], paths: Iterable[str], saved_paths: Iterable[str], catalogue: ShownCatalogue | None
) -> Shown:
    """Return what is found, and the methods, files and pages; `catalogue` is the last one without errors.

    `paths` are those of the files of the catalogue below schemas/, and `saved_paths` those that were saved.
    """
    page_titles = titles(catalogue.contract, catalogue.pages) if catalogue else {}
    code_by_name = {method.name: method.code for method in catalogue.contract.methods} if catalogue else {}
    directions = catalogue.contract.directions if catalogue else ()
    direction_titles = {direction.name: direction.title for direction in directions}
    return {
        "title": catalogue.contract.service.title if catalogue else "",
        "version": catalogue.version if catalogue else 0,
        "saved": sorted(saved_paths),
        "errors": sum(finding.severity is Severity.ERROR for finding in findings),
        "warnings": sum(finding.severity is Severity.WARNING for finding in findings),
        "findings": findings_shown(findings),
        "methods": methods_shown(paths, code_by_name, direction_titles, findings, page_titles),
        "files": files_shown(paths, findings, page_titles),
        "pages": [{"path": path, "title": title} for path, title in page_titles.items()],
        "shows": pages_of_saved(saved_paths, page_titles),
    }


def titles(contract: Contract, page_paths: Iterable[str]) -> dict[str, str]:
    """Return the titles of the pages that were made, by path: those of methods first."""
    direction_titles = {direction.name: direction.title.lower() for direction in contract.directions}
    method_titles = {
        f"{request.path}.html": f"{request.method}, {direction_titles[request.direction]}"
        for request in contract.requests()
    }
    made_paths = set(page_paths)
    return {path: title for path, title in {**method_titles, **pages(contract)}.items() if path in made_paths}


def pages_of(path: str, page_titles: Mapping[str, str]) -> list[str]:
    """Return the existing pages about a file of the catalogue, by its path below schemas/; the first is shown."""
    pure_path = PurePosixPath(path)
    match pure_path.parts:
        case (folder, _) if folder == _METHODS:
            paths = [page_path for page_path in page_titles if page_path.endswith(f"/{pure_path.stem}.html")]
        case (folder, direction, _) if folder == _SAMPLES:
            paths = [f"{direction}/{pure_path.stem}.html"]
        case _:
            paths = [_PAGES.get(path, "")]
    return [page_path for page_path in paths if page_path in page_titles]


def findings_shown(findings: Iterable[Diagnostic]) -> list[Shown]:
    """Return findings, errors first, each with the place to copy."""
    sorted_findings = sorted(findings, key=lambda finding: finding.severity is not Severity.ERROR)
    return [
        {
            "place": printable(str(finding.span)),
            "severity": str(finding.severity),
            "code": finding.code,
            "message": printable(finding.message),
            "help": printable(finding.help),
        }
        for finding in sorted_findings
    ]


def methods_shown(
    paths: Iterable[str],
    codes: Mapping[str, str],
    direction_titles: Mapping[str, str],
    findings: Sequence[Diagnostic],
    page_titles: Mapping[str, str],
) -> list[Shown]:
    """Return the methods, each with its pages and what is found in its file and its samples.

    `paths` are those of the files of the catalogue below schemas/, `codes` the codes of methods by their names.
    """
    counts = _counts(findings, _method_of)
    names = sorted({name for path in paths if path.startswith(f"{_METHODS}/") and (name := _method_of(path))})
    return [
        {
            "name": printable(codes.get(name, name)),
            "pages": [
                {"path": page_path, "title": title}
                for direction, title in direction_titles.items()
                if (page_path := f"{direction}/{name}.html") in page_titles
            ],
            **counts[name],
        }
        for name in names
    ]


def files_shown(paths: Iterable[str], findings: Sequence[Diagnostic], page_titles: Mapping[str, str]) -> list[Shown]:
    """Return the files that are of no method, each with its page, and others in which something is found."""
    counts = _counts(findings, lambda path: path)
    shown_paths = {path for path in paths if not _method_of(path)} | {path for path in counts if not _method_of(path)}
    return [
        {"name": printable(path), "page": next(iter(pages_of(path, page_titles)), ""), **counts[path]}
        for path in sorted(shown_paths)
    ]


class _Counts(dict[str, Shown]):
    def __missing__(self, name: str) -> Shown:
        return {"errors": 0, "warnings": 0}


def _counts(findings: Iterable[Diagnostic], name_of: Callable[[str], str]) -> _Counts:
    """Return the numbers of errors and warnings by what a path below schemas/ names."""
    counts = Counter((name_of(inner_path(finding.span.path)), finding.severity) for finding in findings)
    return _Counts(
        (name, {"errors": counts[name, Severity.ERROR], "warnings": counts[name, Severity.WARNING]})
        for name, _ in counts
    )


def inner_path(path: str) -> str:
    """Return the path of a file below schemas/, or as it is where it is elsewhere."""
    return path.removeprefix("schemas/")


def _method_of(path: str) -> str:
    """Return the name of the method that a file is of, as its file or with its samples; "" for other files."""
    pure_path = PurePosixPath(path)
    is_of_method = pure_path.parts[:1] in ((_METHODS,), (_SAMPLES,)) and pure_path.suffix == ".yaml"
    return pure_path.stem if is_of_method else ""


def pages_of_saved(saved_paths: Iterable[str], page_titles: Mapping[str, str]) -> list[str]:
    """Return the pages about the files that were saved; the preview shows one of them."""
    inner_paths = (inner_path(path) for path in sorted(saved_paths) if path != inner_path(path))
    return list(dict.fromkeys(page_path for path in inner_paths for page_path in pages_of(path, page_titles)))
