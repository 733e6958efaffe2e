"""`paycat generate`."""

import sys
from collections.abc import Collection, Iterator
from functools import partial
from pathlib import Path

import click

from paycat.catalogue.service import Subset
from paycat.cli.options import (
    FOLDER,
    Decorator,
    ExitCode,
    format_option,
    no_cache_option,
    preview_options,
    project_option,
    reject_patch_among_findings,
)
from paycat.cli.printing import Step, current_printing, echo, print_findings, progress, say
from paycat.contract.model import Contract
from paycat.contract.subsets.subset import Selection, combined, subset_of
from paycat.diagnostics import Diagnostic, FindingsError, Span, UnknownNameError, did_you_mean
from paycat.files.installed import GENERATORS
from paycat.files.reading import real_path
from paycat.files.replacing import count_left
from paycat.packs.fileset import SUMS, FileSet
from paycat.project.building import Built, FolderDrift, build, drift_of, lasting_build, may_hold_output, packs_of
from paycat.project.drift import CONTRACT, DriftKind, diagnostics_of, difference
from paycat.project.output_writing import Written, write
from paycat.project.workspace import GENERATED, SCHEMAS, Workspace, catalogue_of, contract_of, find_workspace
from paycat.text.counting import counted

_SUBSET, _ONLY, _COUNTRY, _DIRECTION, _PACKS = "--subset", "--only", "--country", "--direction", "--packs"

Names = tuple[str, ...]
Filters = dict[str, Names]
"""The names in the options that select a subset, by option."""


def _split(_: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    return _names_in(texts, parameter.opts[0])


def _names_in(texts: Names, option: str, known_names: Collection[str] = ()) -> Names:
    """Return the names in the texts of an option; a text that is a known one is that, with any commas in it."""
    name_lists = ([text] if text in known_names else text.split(",") for text in texts)
    names = tuple(dict.fromkeys(name.strip() for name_list in name_lists for name in name_list))
    if "" in names:
        raise click.BadParameter("a name is missing; separate names by commas.", param_hint=f"'{option}'")
    return names


def _names_option(name: str, metavar: str, help: str) -> Decorator:
    return click.option(name, multiple=True, callback=_split, metavar=metavar, help=help)


@click.command()
@preview_options
@click.option("--list", "is_listed", is_flag=True, help="With --check: name each file that would change.")
@click.option("--force", is_flag=True, help="Overwrite or remove files that paycat wrote and that were edited by hand.")
@click.option(
    _ONLY, multiple=True, metavar="METHODS", help="Only these methods: codes separated by commas; may be repeated."
)
@_names_option(_COUNTRY, "COUNTRIES", "Only the methods of one of these countries.")
@_names_option(_DIRECTION, "DIRECTIONS", "Only the requests of these directions.")
@click.option(_SUBSET, metavar="NAME", help="Only what this subset in schemas/catalogue.yaml selects.")
@_names_option(_PACKS, "PACKS", "Only what these packs make, such as json-schema,openapi.")
@click.option(
    "--to",
    "output_folder",
    type=FOLDER,
    metavar="DIR",
    help="Write to this folder instead of generated/: a new or empty one, or one that paycat wrote.",
)
@no_cache_option
@format_option()
@project_option
def generate_command(  # noqa: PLR0913 - one parameter for each option
    *,
    check: bool,
    diff: bool,
    is_listed: bool,
    force: bool,
    only: Names,
    country: Names,
    direction: Names,
    subset: str | None,
    packs: Names,
    output_folder: Path | None,
    no_cache: bool,
    project: Path,
) -> None:
    """Generate every file from the catalogue into generated/.

    paycat writes nothing unless it can generate every file. It replaces files as a whole, only where their bytes
    differ, and removes files that no pack generates any more. If a file was edited by hand, it reports that and
    writes nothing.

    With --only, --country, --direction or --subset, paycat writes a subset to the folder --to: what all these options
    select, in every form, without anything of the other methods. With --packs, it writes only what these packs make.
    """
    is_preview = check or diff
    if force and is_preview:
        raise click.UsageError("--check and --diff write nothing: use them without --force")
    if is_listed and not check:
        raise click.UsageError("--list names the files that --check finds: use both")
    if diff:
        reject_patch_among_findings()
    names_by_option = {
        _SUBSET: (subset,) if subset else (),
        _ONLY: tuple(dict.fromkeys(only)),
        _COUNTRY: country,
        _DIRECTION: direction,
    }
    filters = {option: names for option, names in names_by_option.items() if names}
    if (filters or packs) and output_folder is None:
        part_text = "a subset of it" if filters else "what some packs make"
        raise click.UsageError(f"{GENERATED}/ is for the whole catalogue: add --to DIR to write {part_text}.")
    workspace = find_workspace(project, is_cached=not no_cache)
    folder, folder_name = _output_folder(workspace, output_folder)
    with progress() as step:
        selected_names = [f"{option}={name}" for option, names in filters.items() for name in names]
        built = lasting_build(workspace, partial(_built, workspace, filters, packs, step), packs, selected_names)
        reported = partial(
            drift_of, is_listed=is_listed or diff or current_printing().wants_data, is_complete=is_listed
        )
        report = reported(folder, folder_name, built.files) if is_preview else None
        outcome = None if is_preview else write(built.files, folder, force=force, folder_name=folder_name)
    if is_preview and (left_count := count_left(folder)):
        message = f"An interrupted run left {counted(left_count, 'file')} in {folder_name}."
        echo(f"{message} Run `paycat generate` to clean up.", err=True)
    print_findings(built.warnings)
    if outcome and outcome.rejected:
        if outcome != Written(rejected=outcome.rejected):
            say(f"{built.counts}: {outcome.described()}")
        raise FindingsError(diagnostics_of(outcome.rejected, folder_name))
    if report:
        _print_drift(report, built.files, folder_name, is_patch=diff)
    say(f"{built.counts}: {outcome.described() if outcome else f'{folder_name}/ is up to date'}")


def _print_drift(report: FolderDrift, files: FileSet, folder_name: str, *, is_patch: bool) -> None:
    """Print how the output folder differs from the files, and exit if there is a finding."""
    if is_patch:
        echo(difference(report.drifts, files, folder_name), nl=False)
        unpatched_kinds = (DriftKind.STRAY, DriftKind.LINE_ENDINGS)
        patch_drifts = (drift for drift in report.drifts if drift.kind not in unpatched_kinds)
        patch_findings = diagnostics_of(patch_drifts, folder_name)
        print_findings([finding for finding in report.findings if finding not in patch_findings], err=True)
    else:
        print_findings(report.findings)
    if report.is_of_other_versions:
        echo(_meaning(report, files, folder_name), err=True)
    if report.note:
        echo(report.note, err=True)
    if report.findings:
        sys.exit(ExitCode.FINDINGS)


def _meaning(report: FolderDrift, files: FileSet, folder_name: str) -> str:
    """Return in a sentence whether the contract among the files means what the one in the output folder does."""
    from paycat.changes.compare import compare  # noqa: PLC0415 - slow; only other versions need a comparison
    from paycat.changes.revisions import Named, OlderContractError, between, read_contract  # noqa: PLC0415 - as above
    from paycat.reporting.changes.describing import meaning  # noqa: PLC0415 - as above

    unknown = "Whether the documents mean the same as before is not known"
    if CONTRACT not in files:
        return f"{unknown}: no pack generates the contract."
    path, new_text = f"{folder_name}/{CONTRACT}", files.text(CONTRACT)
    old_text = {drift.path: drift.disk or "" for drift in report.drifts}.get(CONTRACT, new_text)
    new = read_contract(new_text.encode(), path)
    try:
        old = read_contract(old_text.encode(), path)
    except FindingsError as error:
        reason = f"{error.diagnostics[0].message}."
        if isinstance(error, OlderContractError) and report.is_of_same_catalogue:
            return f"The catalogue is the same as before, so `paycat diff` shows no change; {reason}"
        return f"{unknown}: {reason}"
    contracts = between(Named(folder_name, old), Named(folder_name, new))
    return meaning(compare(contracts.old, contracts.new))


def _built(workspace: Workspace, filters: Filters, packs: Names, step: Step) -> Built:
    step("reading the catalogue")
    contract, warnings = contract_of(workspace)
    if filters:
        contract = _subset(contract, workspace, filters)
    names = [pack.name for pack in packs_of(workspace, contract)] if packs else []
    if findings := [_unknown_name(_PACKS, "there is no pack", name, names) for name in packs if name not in names]:
        raise UnknownNameError(findings)
    files = build(workspace, contract, lambda pack: step(f"rendering {pack}"), packs)
    return Built(files, _counts(contract, files), warnings)


def _subset(contract: Contract, workspace: Workspace, filters: Filters) -> Contract:
    if _ONLY in filters:
        filters = {**filters, _ONLY: _names_in(filters[_ONLY], _ONLY, [method.code for method in contract.methods])}
    subsets = catalogue_of(workspace).service.value.subsets if _SUBSET in filters else {}
    if findings := list(_unknown(contract, subsets, filters)):
        raise UnknownNameError(findings)
    directions = filters.get(_DIRECTION)
    selections = [Selection(filters.get(_ONLY), filters.get(_COUNTRY), directions)]
    for name in filters.get(_SUBSET, ()):
        subset = subsets[name]
        selections.append(Selection(subset.methods, subset.countries, subset.directions, subset.title or name))
    part_contract = subset_of(contract, combined(contract, selections))
    if any(part_contract.requests()):
        return part_contract
    option_texts = [f"{option} {','.join(names)}" for option, names in filters.items()]
    message = f"no method has a request for all of {' '.join(option_texts)}"
    if len(option_texts) == 1:
        message = f"no method of {option_texts[0]} has a request"
    help = "`paycat show METHOD` lists its requests"
    raise FindingsError([Diagnostic("empty-selection", Span(next(iter(filters))), message, help)])


def _unknown(contract: Contract, subsets: dict[str, Subset], filters: Filters) -> Iterator[Diagnostic]:
    known_by_option: dict[str, tuple[str, Collection[str]]] = {
        _SUBSET: ("there is no subset", subsets),
        _ONLY: ("there is no method", [method.code for method in contract.methods]),
        _COUNTRY: (
            "no method is available in country",
            {country for method in contract.methods for country in method.countries},
        ),
        _DIRECTION: ("there is no direction", contract.direction_names),
    }
    for option, names in filters.items():
        message, known_names = known_by_option[option]
        for name in names:
            if name not in known_names:
                yield _unknown_name(option, message, name, known_names)


def _unknown_name(option: str, message: str, name: str, known_names: Collection[str]) -> Diagnostic:
    return Diagnostic("unknown-selection", Span(option), f"{message} {name!r}", did_you_mean(name, known_names))


def _output_folder(workspace: Workspace, folder: Path | None) -> tuple[Path, str]:
    """Return the folder to write to, and its name in findings.

    Raises UsageError for a folder in or above the project's own folders, and FindingsError for one with files that
    paycat did not write.
    """
    if folder is None:
        return workspace.generated, GENERATED
    target_folder = real_path(folder)
    for name in (SCHEMAS, GENERATORS, GENERATED):
        own_folder = real_path(workspace.root / name)
        if target_folder.is_relative_to(own_folder) or own_folder.is_relative_to(target_folder):
            raise click.UsageError(f"--to {folder}: the project uses {name}/ itself; name another folder.")
    folder_name = folder.as_posix()
    if not may_hold_output(target_folder, folder_name):
        message, advice = "the folder has files that paycat did not write", "name a new or empty folder"
        raise FindingsError([Diagnostic("folder-not-ours", Span(folder_name), message, advice)])
    return target_folder, folder_name


def _counts(contract: Contract, files: FileSet) -> str:
    vectors = sum(file.facts.lines for path, file in files.items() if path.endswith(".jsonl"))
    numbers = {"method": len(contract.methods), "request": len(list(contract.requests()))}
    numbers |= {"file": len([*files, SUMS]), "vector": vectors}
    return ", ".join(counted(count, noun) for noun, count in numbers.items())
