"""A report as one HTML page: it needs no script and no other file, and is readable on a phone."""

import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from paycat.conformance.run.running import Disagreement
from paycat.reporting.conformance.document import Report
from paycat.text.counting import counted

_STAGES = "stages"


def as_html(report: Report) -> str:
    """Return the report as a page without times: the same run returns the same text."""
    style = Markup(files("paycat.reporting").joinpath("conformance", "matrix.css").read_text(encoding="utf-8"))
    return _environment().get_template("matrix.html.j2").render(report=report, parts=_parts(report), style=style)


def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("paycat.reporting", "conformance"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"number": "{:,}".format, "counted": counted, "anchor": _anchor, "breakable": _breakable}
    made.filters |= {"csp_hash": _csp_hash, "alike": _alike}
    return made


def _parts(report: Report) -> dict[str, dict[str, str]]:
    """Return the subjects, each with its name in the table, by part of the table: the directions, then the stages."""
    subjects = dict.fromkeys(subject for result in report.results for subject in result.tallies)
    parts: dict[str, dict[str, str]] = {}
    for subject in sorted(subjects, key=lambda name: ("/" not in name, name)):
        part, _, name = subject.rpartition("/")
        parts.setdefault(part or _STAGES, {})[subject] = name
    return parts


def _alike(found: list[Disagreement]) -> list[tuple[Disagreement, list[str]]]:
    """Return the disagreements, those that differ only in the vector as one, each with the ids of its vectors."""
    vectors: dict[Disagreement, list[str]] = {}
    for one in found:
        vectors.setdefault(one.model_copy(update={"vector": ""}), []).append(one.vector)
    return list(vectors.items())


def _anchor(*names: str) -> str:
    return "-".join(re.sub(r"[^A-Za-z0-9_]+", "-", name) for name in names)


def _csp_hash(text: str) -> str:
    """Return the name of a style in a Content-Security-Policy that allows it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _breakable(name: str) -> Markup:
    """Return a name that a narrow screen may break between its words."""
    return Markup("<wbr>").join(re.split(r"(?<=[_/.:-])", name))
