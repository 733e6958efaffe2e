"""A report as one HTML page, for people: it needs no script and no other file, and reads well on a phone."""

import re

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from paycat.counting import counted
from paycat.reporting.conformance.report import Report, ReportedDisagreement

_STAGES = "stages"


def as_html(report: Report) -> str:
    """Return the report as a page. It holds no times: the same run gives the same text."""
    return _environment().get_template("matrix.html.j2").render(report=report, parts=_parts(report))


def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("paycat.reporting", "conformance"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "number": "{:,}".format,
        "counted": counted,
        "anchor": _anchor,
        "breakable": _breakable,
        "alike": _alike,
    }
    return made


def _parts(report: Report) -> dict[str, dict[str, str]]:
    """Return the subjects, each with its name in the table, by part of the table: the directions, then the stages."""
    subjects = dict.fromkeys(counts.subject for engine in report.engines for counts in engine.subjects)
    parts: dict[str, dict[str, str]] = {}
    for subject in sorted(subjects, key=lambda name: ("/" not in name, name)):
        part, _, name = subject.rpartition("/")
        parts.setdefault(part or _STAGES, {})[subject] = name
    return parts


def _alike(found: list[ReportedDisagreement]) -> list[tuple[ReportedDisagreement, list[str]]]:
    """Return disagreements that differ in the vector alone once, with the ids of their vectors."""
    vectors: dict[ReportedDisagreement, list[str]] = {}
    for one in found:
        vectors.setdefault(one.model_copy(update={"vector": ""}), []).append(one.vector)
    return list(vectors.items())


def _anchor(*names: str) -> str:
    return "-".join(re.sub(r"[^A-Za-z0-9_]+", "-", name) for name in names)


def _breakable(name: str) -> Markup:
    """Return a name that a narrow screen may break between its words."""
    return Markup("<wbr>").join(re.split(r"(?<=[_/.:-])", name))
