"""What paycat itself has names for: rules, findings, change types, constraints, stages and packs."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from paycat.catalogue.reading import read_file
from paycat.changes.change import AUDIENCES
from paycat.changes.taxonomy import CHANGE_TYPES, inverse
from paycat.changes.taxonomy.change_type import ChangeType, Verdict
from paycat.conformance.derive.model import STAGES
from paycat.files.installed import GENERATORS, bundled
from paycat.files.reading import real_path
from paycat.lint.rule import FindingPage, pages
from paycat.packs.manifest import Pack
from paycat.project.workspace import GENERATED
from paycat.reporting.explaining.explanation import Explanation, Named, Occurrence
from paycat.reporting.explaining.project import Project
from paycat.shapes.constraints import KINDS
from paycat.shapes.constraints.kind import Kind

_OF_CHANGES: Mapping[str, Mapping[str, str]] = {
    "verdict of a change": {
        Verdict.BREAKING: "A program that worked before fails.",
        Verdict.RISKY: "A program that worked before may fail.",
        Verdict.SAFE: "Every program works as before; `compatible` if that is proven.",
    },
    "basis of a verdict": {
        "proven": "A body that only one of the two contracts accepts, or a proof that there is none.",
        "by rule": "The table of change types decides: no body shows the change.",
        "unproven": "There is neither a body that shows a break nor a proof that there is none.",
    },
    "level of a change": {
        "major": "The first number of the version must increase; below 1.0.0 the second.",
        "minor": "The second number of the version must increase; below 1.0.0 the third.",
        "patch": "The third number of the version must increase.",
        "none": "The version may stay.",
    },
}
"""What `paycat diff` says of a change, by what it is."""


def named() -> Named:
    """Return everything that needs no project, by its names."""
    for page in pages():
        yield from ((name, partial(_page, name, page)) for name in dict.fromkeys((page.id, page.slug, *page.codes)))
    yield from ((name, partial(_change, kind)) for name, kind in CHANGE_TYPES.items())
    yield from ((name, partial(_constraint, kind)) for name, kind in KINDS.items())
    for stage, meaning in STAGES.items():
        yield stage, partial(Explanation, stage, "stage of validation", what=(meaning,))
    for kind, meanings in _OF_CHANGES.items():
        for name, meaning in meanings.items():
            yield name, partial(Explanation, name, kind, what=(meaning,))
    for audience, readers in AUDIENCES.items():
        yield audience, partial(Explanation, audience, "audience of changes", what=(readers,))
    yield from packs(bundled(GENERATORS), "a pack that is shipped with paycat")


def packs(folder: Path, origin: str) -> Named:
    """Return the packs in a folder, by name; `origin` says where they come from."""
    for manifest in sorted(folder.glob("*/pack.yaml")):
        yield manifest.parent.name, partial(_pack, manifest, origin)


def own_packs(project: Project) -> Named:
    """Return the packs of a project, by name; not those of a checkout of paycat, which are shipped."""
    folder = project.workspace.root / GENERATORS
    if real_path(folder) != real_path(bundled(GENERATORS)):
        yield from packs(folder, "a pack of this project")


def _pack(manifest: Path, origin: str) -> Explanation:
    name = f"{GENERATORS}/{manifest.parent.name}/pack.yaml"
    source, _ = read_file(manifest, name, Pack)
    if source is None:
        return Explanation(manifest.parent.name, "pack", what=(origin,), defined=(Occurrence(name, 1),))
    pack = source.value
    files = f"files: {', '.join(dict.fromkeys(file.path for file in pack.files))}"
    part = () if pack.subsets else ("A subset of the catalogue does not get these files.",)
    written = (f"{GENERATED}/{pack.folder}",)
    return Explanation(
        pack.name, "pack", pack.title, (origin, files, *part), defined=(Occurrence(name, 1),), carried=written
    )


def _page(name: str, page: FindingPage) -> Explanation:
    is_code = name in page.codes and name != page.slug
    allowed = {code: f"; may be allowed at the statement: allow: {{ {code}: the reason }}" for code in page.allowable}
    return Explanation(
        name,
        f"finding of {page.id}" if is_code else "rule",
        page.slug if is_code or name == page.id else page.id,
        what=(page.what, *(f"{page.severity(code)} {code}{allowed.get(code, '')}" for code in page.codes)),
        why=(page.why,),
        example=tuple(page.example.splitlines()),
        fix=(page.fix,),
    )


def _change(of: ChangeType) -> Explanation:
    verdicts = ((getattr(of, audience), readers) for audience, readers in AUDIENCES.items())
    back = inverse(of)
    what = (
        f"a change that paycat diff reports: {of.pattern}",
        *(f"{verdict} for {readers}, as far as the rule can decide" for verdict, readers in verdicts if verdict),
        "the reverse has the same id" if back is of else f"the reverse: {back.id}",
    )
    return Explanation(of.id, "change type", what=what, why=(of.why,), example=(of.example,))


def _in_texts(kind: Kind) -> str:
    is_further = kind.statement and "decimal_text" in kind.statement.shapes and "string" not in kind.json_types
    return ", and to texts of the shape decimal_text" if is_further else ""


def _constraint(kind: Kind) -> Explanation:
    key = kind.statement.key if kind.statement else ""
    lost = ("JSON Schema cannot express every bound; vectors list that as a limitation.",) if kind.can_be_lost else ()
    return Explanation(
        kind.keyword,
        "constraint",
        what=(
            f"{kind.description}.",
            f"The key `{key}` of the catalogue states it." if key else "A shape implies it; no key states it.",
            f"The keyword of JSON Schema is `{kind.schema_keyword}`.",
            f"It applies to JSON values of the type {' or '.join(kind.json_types)}{_in_texts(kind)}.",
            f"The usual violation code is `{kind.usual_code}`.",
            *lost,
        ),
    )
