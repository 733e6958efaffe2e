"""`paycat diff [OLD] [NEW]`."""

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import click

from paycat.changes import Comparison, compare
from paycat.changes.kinds import BREAKING
from paycat.cli.options import WORDS, ExitCode, print_findings, project_option
from paycat.cli.printing import FORMATS, TEXT, current_printing, echo
from paycat.diagnostics import Diagnostic, FindingsError, has_errors
from paycat.files import file_bytes
from paycat.replacing import project_lock, replace_files
from paycat.reporting.changes import as_findings, as_json, as_markdown, as_text, faults_of, told
from paycat.revisions.approvals import FILE, approved_text, day_of, read_approvals, refused_approval
from paycat.revisions.contracts import Named, Pair, between, pair, read_contract
from paycat.revisions.enforcing import enforced
from paycat.workspace import Workspace, find_workspace

_JSON, _MARKDOWN = "json", "markdown"


@dataclass(frozen=True, slots=True)
class _Approval:
    """What `--approve`, `--reason` and `--until` say; None where they are missing."""

    fingerprint: str | None
    reason: str | None
    until: str | None


def _keep_format(context: click.Context, _: click.Parameter, name: str) -> str:
    # JSON and Markdown are documents of changes; the findings beside them are for people.
    printing = current_printing()
    printing.command = f"paycat {context.info_name}"
    printing.format = name if name in FORMATS and name != _JSON else TEXT
    printing.is_document = name in (_JSON, _MARKDOWN)
    return name


def _approval_options(command: Callable[..., None]) -> Callable[..., None]:
    for name, words in (
        ("--until", "The last day of the approval, such as 2027-01-31; at most 366 days ahead."),
        ("--reason", "Why the change is right; needed with --approve."),
        (
            "--approve",
            "Approve the change with this fingerprint, as --enforce and --format json tell it, in approvals.json.",
        ),
    ):
        command = click.option(name, type=WORDS, help=words)(command)
    return command


@click.command()
@click.argument("names", nargs=-1, metavar="[OLD] [NEW]")
@click.option(
    "--format",
    "format_",
    type=click.Choice([*FORMATS[:1], _JSON, _MARKDOWN, *FORMATS[2:]]),
    default=TEXT,
    show_default=True,
    callback=_keep_format,
    help="Text, JSON (docs/changes.schema.json), Markdown for a comment, or findings for CI systems.",
)
@click.option("--all", "everything", is_flag=True, help="Tell changes of words and marks alone, too.")
@click.option("--enforce", is_flag=True, help="End with 1 when the version does not announce what changed.")
@_approval_options
@click.option("--driver", is_flag=True, help="Be git's diff driver: diff.paycat.command is `paycat diff --driver`.")
@click.option("--today", metavar="DAY", help="The day that approvals and sunsets are held against; default: today.")
@project_option
def command(  # noqa: PLR0913 - one parameter for each option
    names: tuple[str, ...],
    *,
    format_: str,
    everything: bool,
    enforce: bool,
    approve: str | None,
    reason: str | None,
    until: str | None,
    driver: bool,
    today: str | None,
    project: Path,
) -> None:
    """Tell what changes from OLD to NEW, for whom it breaks what, and the payload that proves it.

    OLD and NEW are git revisions, whose committed contract is read; folders; or contract files. A name with a / or the
    ending .json is a path where there is one, any other name is a revision first. `A..B` names both. Without OLD it is
    the merge base with the default branch, without NEW it is the catalogue as it is on disk.

    Ends with 1 when something breaks. With --enforce it ends with 1 when the version did not move as far as the
    changes that nobody approved ask for, or when something was removed without notice.
    """
    day = _day(today)
    if driver:
        if everything or enforce or format_ != TEXT or any(one is not None for one in (approve, reason, until)):
            raise click.UsageError("--driver goes with no other option")
        echo(_driven(names), nl=False)
        return
    if len(names) > 2:
        raise click.UsageError(f"OLD and NEW are two names, and these are {len(names)}")
    workspace = find_workspace(project, writes=approve is not None)
    contracts = pair(workspace, *(*names, None, None)[:2])
    comparison = compare(contracts.old, contracts.new)
    stated = _Approval(approve, reason, until)
    if any(one is not None for one in (approve, reason, until)):
        if enforce or format_ != TEXT:
            raise click.UsageError(
                "--approve writes approvals.json and tells nothing else; leave out --enforce and --format"
            )
        _approve(workspace, comparison, stated, day)
        return
    approvals = read_approvals(workspace.root / FILE, day) if enforce else ()
    found = enforced(comparison, approvals, day) if enforce else ()
    if enforce and format_ not in (TEXT, _JSON, _MARKDOWN):
        # What the version or an approval announces is no finding then, and what is not is one already.
        print_findings(faults_of(comparison))
    else:
        _print(comparison, contracts, format_, everything)
    _print_findings(format_, [*contracts.findings, *found])
    if has_errors(found) or comparison.faults or (not enforce and comparison.verdict is BREAKING):
        sys.exit(ExitCode.FINDINGS)


def _print(comparison: Comparison, contracts: Pair, format_: str, everything: bool) -> None:
    names = contracts.old_name, contracts.new_name
    match format_:
        case "text":
            echo(as_text(comparison, *names, everything=everything), nl=False)
        case "json":
            echo(as_json(comparison, *names), nl=False)
        case "markdown":
            echo(as_markdown(comparison, *names), nl=False)
        case _:
            print_findings(as_findings(comparison))


def _print_findings(format_: str, found: Iterable[Diagnostic]) -> None:
    """Print the findings beside the changes: where the output is a document, on standard error."""
    print_findings(found, err=format_ in (_JSON, _MARKDOWN))


def _approve(workspace: Workspace, comparison: Comparison, stated: _Approval, today: date) -> None:
    if not (stated.fingerprint and stated.reason and stated.until):
        raise click.UsageError("--approve FINGERPRINT, --reason TEXT and --until DAY belong together")
    if mistake := refused_approval(stated.reason, stated.until, today):
        raise click.UsageError(mistake)
    found = {one.fingerprint: one for told_first in comparison.assessments for one in told_first.all()}
    if stated.fingerprint not in found:
        raise click.UsageError(f"no change has the fingerprint {stated.fingerprint!r}; see --format json")
    assessment, until = found[stated.fingerprint], day_of(stated.until)
    assert until is not None, "refused above"
    with project_lock(workspace.root):
        text = approved_text(read_approvals(workspace.root / FILE, today), assessment, stated.reason, until)
        replace_files(workspace.root, {FILE: text})
    echo(f"{FILE}: approved until {until}: {assessment.change.kind}: {told(assessment)}")


def _driven(names: tuple[str, ...]) -> str:
    """Return what git shows instead of lines, or a line that says why there is nothing to compare.

    Git gives the path alone of a file that has yet to be merged, and the null file for a side that is not there.
    Source: git, `gitattributes`, "Defining an external diff driver", and GIT_EXTERNAL_DIFF in `git`.
    """
    if len(names) == 1:
        return f"{names[0]}: not merged yet\n"
    if len(names) < 7:
        raise click.UsageError("git gives its diff driver seven arguments: path, and file, hash and mode of both sides")
    path, old, _, _, new, _, _ = names[:7]
    if os.devnull in (old, new):
        return f"{path}: the contract was {'removed' if new == os.devnull else 'added'}\n"
    try:
        sides = between(*(_side(sign, path, Path(file)) for sign, file in (("a", old), ("b", new))))
    except (OSError, FindingsError) as error:
        # Whoever reads a log must see the other files, too: what is no contract here is no reason to stop git.
        return f"{error}; see git diff --no-ext-diff\n"
    return as_text(compare(sides.old, sides.new), sides.old_name, sides.new_name, everything=False)


def _side(sign: str, path: str, file: Path) -> Named:
    return Named(f"{sign}/{path}", read_contract(file_bytes(file, streams=True), path))


def _day(text: str | None) -> date:
    if text is None:
        return date.today()
    day = day_of(text)
    if day is None:
        raise click.UsageError(f"--today: {text!r} is no day of the calendar; write year-month-day")
    return day
