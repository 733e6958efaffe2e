"""What a project's packs make, in memory, and how the files on disk differ from it."""

import functools
import importlib.metadata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paycat import __version__
from paycat.catalogue.markdown_files import of_released_versions
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span, did_you_mean, has_errors
from paycat.files.confining import confined
from paycat.files.installed import GENERATORS, bundled
from paycat.files.line_endings import with_line_feeds
from paycat.files.reading import file_bytes, real_path, reason_of, strict_json
from paycat.packs.fileset import SUMS, FileSet, LazyFile, Measured, sha256, sums_text
from paycat.project.drift import CONTRACT, TOOLS, Drift, DriftKind, compare, diagnostics_of, with_causes
from paycat.project.output_folder import is_vacant, was_written
from paycat.project.workspace import RELEASES, SCHEMAS, Workspace, read_report, written_report
from paycat.text.json_data import json_text

if TYPE_CHECKING:
    from paycat.packs.reading import ReadPack


_SHAPING = (
    *("datamodel-code-generator", "jinja2", "markdown-it-py", "openapi-spec-validator", "pydantic", "pyyaml", "ruff"),
)
"""What makes classes and lays them out, renders templates and texts, reads YAML, and validates documents."""
_GENERATE = "run paycat generate"


@dataclass(frozen=True, slots=True)
class Built:
    """What a project's packs make, how much that is, in words, and the warnings of the check before it."""

    files: FileSet
    counts: str
    warnings: tuple[Diagnostic, ...]


def packs_of(workspace: Workspace, contract: Contract) -> "list[ReadPack]":
    """Return the shipped packs that are not switched off, then the project's own. Raises FindingsError."""
    from paycat.packs.reading import read_packs  # noqa: PLC0415 - slow; what is up to date needs no pack

    shipped_packs, findings = read_packs(bundled(GENERATORS), GENERATORS, cache=workspace.cache)
    shipped_names = [pack.name for pack in shipped_packs]
    for name in contract.service.packs_off:
        if name not in shipped_names:
            location = Span(f"{SCHEMAS}/catalogue.yaml")
            message = f"packs_off: no pack called {name!r} is shipped with paycat"
            findings.append(Diagnostic("unknown-pack", location, message, did_you_mean(name, shipped_names)))
    own_packs: list[ReadPack] = []
    if own_folder := _own_folder(workspace):
        own_packs, own_findings = read_packs(own_folder, GENERATORS, shipped_packs, workspace.cache)
        findings += own_findings
    if has_errors(findings):
        raise FindingsError(findings)
    return [*(pack for pack in shipped_packs if pack.name not in contract.service.packs_off), *own_packs]


def _own_folder(workspace: Workspace) -> Path | None:
    """Return the folder of the project's own packs, if it has one; paycat's own project has the shipped ones there."""
    folder = workspace.root / GENERATORS
    return folder if folder.is_dir() and real_path(folder) != real_path(bundled(GENERATORS)) else None


def build(
    workspace: Workspace, contract: Contract, step: Callable[[str], None] = lambda _: None, names: Collection[str] = ()
) -> FileSet:
    """Return everything that the project's packs make, in memory; with names, only what these make.

    For a subset, packs for maintainers make nothing and earlier versions are left out, as they describe the whole.
    What the project's cache has is not made again; the files are the same with any cache. Raises FindingsError.
    """
    packs = [pack for pack in packs_of(workspace, contract) if not names or pack.name in names]
    return _rendered(workspace, contract, packs, released_of(workspace), step)


def _rendered(
    workspace: Workspace,
    contract: Contract,
    packs: "Sequence[ReadPack]",
    releases: str,
    step: Callable[[str], None] = lambda _: None,
) -> FileSet:
    from paycat.packs.render import render  # noqa: PLC0415 - slow; what is up to date is not rendered

    if contract.service.part:
        packs, releases = [pack for pack in packs if pack.source.value.subsets], ""
    files = render(contract, packs, step, workspace.cache, releases)
    files.add(TOOLS, json_text(installed_tools()), "paycat")
    return files


def makers_of(workspace: Workspace, contract: Contract, pack_name: str) -> dict[str, Callable[[], str]]:
    """Return what makes the text of each file of one pack, by its path in the pack's folder; none without that pack.

    Nothing but the paths is made before. Raises FindingsError, as the makers do.
    """
    from paycat.packs.render import Rendering  # noqa: PLC0415 - slow; what is up to date is not rendered

    packs = packs_of(workspace, contract)
    rendering = Rendering(contract, tuple(packs), released_of(workspace), workspace.cache)
    matches = [pack for pack in packs if pack.name == pack_name]
    return rendering.makers(matches[-1]) if matches else {}


def lasting_build(workspace: Workspace, make: Callable[[], Built], *options: Collection[str]) -> Built:
    """Return what `make` makes of the project with these options; an earlier run may have made it.

    Nothing is kept of a project with packs of its own.
    """
    if _own_folder(workspace):
        return make()
    make = functools.cache(make)
    cache_key = json_text([installed_tools(), *map(list, options)])
    return workspace.lasting(cache_key, make, _written, functools.partial(_built_before, make))


def _written(built: Built) -> list[Any]:
    file_facts = [(path, file.facts, file.origin, file.made_for) for path, file in built.files.items()]
    return [file_facts, written_report((built.counts, built.warnings))]


def _built_before(make: Callable[[], Built], cached_build: list[Any]) -> Built:
    """Return what an earlier run made. It kept no bytes: most are on the disk, and `make` makes the others."""
    files = FileSet()
    for path, measures, origin, keys in cached_build[0]:
        facts = Measured(*measures)
        files[path] = LazyFile(facts, origin, tuple(keys), functools.partial(_bytes_of, make, path, facts))
    return Built(files, *read_report(cached_build[1]))


def _bytes_of(make: Callable[[], Built], path: str, facts: Measured) -> bytes:
    """Return the bytes of a file that is made again. Raises FindingsError if it is another one."""
    file = make().files.get(path)
    if file is None or file.facts != facts:
        message = "the catalogue was edited while paycat read it"
        raise FindingsError([Diagnostic("project-unreadable", Span(SCHEMAS), message, "run the command again")])
    return file.data()


def released_of(workspace: Workspace) -> str:
    """Return what the released versions changed, as Markdown. Raises FindingsError when it cannot be read."""
    return of_released_versions(releases_of(workspace))


def releases_of(workspace: Workspace) -> str:
    """Return what versions changed, as Markdown; an empty text if that file does not exist.

    Raises FindingsError when the file cannot be read.
    """
    try:
        return with_line_feeds(file_bytes(confined(workspace.releases)).decode("utf-8"))
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else "it is not UTF-8"
        message = f"cannot read the changes of earlier versions: {reason}"
        raise FindingsError([Diagnostic("file-unreadable", Span(RELEASES), message)]) from error


def site_of(workspace: Workspace, contract: Contract, releases: str) -> dict[str, str]:
    """Return the files for integrators: all but those of packs for maintainers. `releases` is what versions changed."""
    packs = packs_of(workspace, contract)
    maintainer_names = {pack.name for pack in packs if not pack.source.value.subsets}
    files = _rendered(workspace, contract, packs, releases)
    return {path: files.text(path) for path, file in files.items() if file.origin not in maintainer_names}


@functools.cache
def installed_tools() -> dict[str, str]:
    """Return the versions of paycat and of the libraries that shape generated bytes; nobody changes it."""
    return {"paycat": __version__, **{name: importlib.metadata.version(name) for name in _SHAPING}}


def may_hold_output(folder: Path, folder_name: str) -> bool:
    """Return whether a folder, called `folder_name` in findings, is new, empty, or was written by paycat.

    The sums of a folder of ours name what every build writes; those of other programs do not. Raises FindingsError
    when the folder cannot be read.
    """
    return is_vacant(folder, folder_name) or was_written(folder, folder_name, TOOLS)


@dataclass(frozen=True, slots=True)
class FolderDrift:
    """How an output folder differs, and the findings.

    `note` says that other versions of paycat or of the shaping libraries generated the same bytes. If these generated
    other bytes, `is_of_other_versions` is true; `is_of_same_catalogue` if they did from the same catalogue.
    """

    drifts: tuple[Drift, ...]
    findings: list[Diagnostic]
    note: str = ""
    is_of_other_versions: bool = False
    is_of_same_catalogue: bool = True


def drift_of(
    folder: Path, folder_name: str, files: FileSet, *, is_listed: bool = False, is_complete: bool = False
) -> FolderDrift:
    """Return how an output folder, called `folder_name` in findings, differs from the files.

    Unless they are listed, one finding counts all files that `paycat generate` corrects. Where other versions generated
    other bytes, that is the finding; only if all are asked for, those are findings, too, that may differ because of it.
    """
    drifts = compare(files, folder, folder_name)
    others = [drift for drift in drifts if drift.kind is not DriftKind.MISSING]
    if len(drifts) - len(others) > len(files):  # With SHA256SUMS, all are missing.
        message = "this folder was never generated"
        finding = Diagnostic(f"drift-{DriftKind.MISSING}", Span(folder_name), message, _GENERATE)
        return FolderDrift(drifts, [finding, *diagnostics_of(others, folder_name)])
    drifts = with_causes(drifts, files)
    old_texts = {drift.path: drift.disk or "" for drift in drifts if drift.kind is DriftKind.CHANGED}
    versions = _other_versions(old_texts[TOOLS]) if TOOLS in old_texts else ""
    if versions and old_texts.get(SUMS) != sums_text(files.sums() | {TOOLS: sha256(old_texts[TOOLS].encode())}):
        is_same = CONTRACT not in old_texts or (
            _members(old_texts[CONTRACT]).get("digest") == _members(files.text(CONTRACT))["digest"]
        )
        message, help = f"generated with {versions}", f"{_GENERATE} and review the difference"
        if is_same:
            help = f"install what `paycat pins` prints, or {help}"
        else:
            message = f"{message}, and from another catalogue"
        finding = Diagnostic("tool-version", Span(f"{folder_name}/{TOOLS}"), message, help)
        left_drifts = [drift for drift in drifts if is_complete or not _is_of_versions(drift, old_texts.get(SUMS))]
        findings = [finding, *diagnostics_of(left_drifts, folder_name, is_listed=is_listed)]
        return FolderDrift(drifts, findings, is_of_other_versions=True, is_of_same_catalogue=is_same)
    note = f"{folder_name}/ was generated with {versions}, which makes no difference but in {TOOLS}."
    drifts = tuple(drift for drift in drifts if not (versions and drift.path in (TOOLS, SUMS)))
    return FolderDrift(drifts, diagnostics_of(drifts, folder_name, is_listed=is_listed), note if versions else "")


def _is_of_versions(drift: Drift, old_sums: str | None) -> bool:
    """Return whether other versions may be why a file differs; one that is missing may be new, if they wrote none."""
    is_new = drift.kind is DriftKind.MISSING and old_sums is not None and f"  {drift.path}\n" not in old_sums
    return is_new or drift.kind in (DriftKind.CHANGED, DriftKind.STALE)


def _members(json_text: str) -> dict[str, Any]:
    """Return the members of a JSON object; none if a text is no such object."""
    try:
        json_object = strict_json(json_text.encode())
    except ValueError:
        return {}
    return json_object if isinstance(json_object, dict) else {}


def _other_versions(tools_text: str) -> str:
    """Return which versions differ from those installed, in words; "" if none is known to."""
    old_versions = {"paycat": "of an unknown version"} | _members(tools_text)
    return ", ".join(
        f"{name} {old_versions[name]} (installed: {version})"
        for name, version in installed_tools().items()
        if old_versions.get(name, version) != version
    )
