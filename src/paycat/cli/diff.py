"""`paycat diff [OLD] [NEW]`."""

import os
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import click

from paycat.changes import Comparison, compare
from paycat.changes.taxonomy import BREAKING
from paycat.cli.options import WORDS, ExitCode, grouped, print_findings, project_option
from paycat.cli.printing import FORMATS, TEXT, current_printing, echo
from paycat.diagnostics import FindingsError, has_errors
from paycat.files import file_bytes
from paycat.replacing import project_lock, replace_files
from paycat.reporting.changes import as_findings, as_json, as_markdown, as_text, describe_change, faults_of
from paycat.revisions.approvals import FILE, approved_text, day_of, read_approvals, refused_approval
from paycat.revisions.contracts import Named, Pair, between, pair, read_contract
from paycat.revisions.enforcing import enforced
from paycat.workspace import Workspace, find_workspace

_JSON, _MARKDOWN = "json", "markdown"
_DOCUMENTS = (_JSON, _MARKDOWN)
"""Documents of changes; the findings beside them are for people, on standard error."""


@dataclass(frozen=True, slots=True)
class _Approval:
    """What `--approve`, `--reason` and `--until` state; None where they are missing."""

    approve: str | None
    reason: str | None
    until: str | None

    @property
    def is_given(self) -> bool:
        """Whether any of them is."""
        return any(one is not None for one in (self.approve, self.reason, self.until))


def _keep_format(context: click.Context, _: click.Parameter, name: str) -> str:
    printing = current_printing()
    printing.command = f"paycat {context.info_name}"
    printing.format = TEXT if name in _DOCUMENTS else name
    printing.is_document = name in _DOCUMENTS
    return name


def _day(_: click.Context, __: click.Parameter, text: str | None) -> date:
    day = day_of(text) if text is not None else date.today()
    if day is None:
        raise click.UsageError(f"--today: {text!r} is no day of the calendar; write year-month-day")
    return day


_HELP = "Approve the change with this fingerprint, as --enforce and --format json tell it, in approvals.json."
_approval_options = grouped(
    "approval",
    _Approval,
    (
        click.option("--approve", type=WORDS, help=_HELP),
        click.option("--reason", type=WORDS, help="Why the change is right; needed with --approve."),
        click.option(
            "--until", type=WORDS, help="The last day of the approval, such as 2027-01-31; at most 366 days ahead."
        ),
    ),
)


@click.command()
@click.argument("names", nargs=-1, metavar="[OLD] [NEW]")
@click.option(
    "--format",
    "format_",
    type=click.Choice([*FORMATS[:1], *_DOCUMENTS, *FORMATS[2:]]),
    default=TEXT,
    show_default=True,
    callback=_keep_format,
    help="Text, JSON (docs/changes.schema.json), Markdown for a comment, or findings for CI systems.",
)
@click.option("--all", "everything", is_flag=True, help="Tell changes of words and marks alone, too.")
@click.option("--enforce", is_flag=True, help="End with 1 when the version does not announce what changed.")
@_approval_options
@click.option("--driver", is_flag=True, help="Be git's diff driver: diff.paycat.command is `paycat diff --driver`.")
@click.option(
    "--today",
    metavar="DAY",
    callback=_day,
    help="The day that approvals and sunsets are held against; default: today.",
)
@project_option
def command(  # noqa: PLR0913 - one parameter for each option
    names: tuple[str, ...],
    *,
    format_: str,
    everything: bool,
    enforce: bool,
    approval: _Approval,
    driver: bool,
    today: date,
    project: Path,
) -> None:
    """Tell what changes from OLD to NEW, for whom it breaks what, and the payload that proves it.

    OLD and NEW are git revisions, whose committed contract is read; folders; or contract files. A name with a / or the
    ending .json is a path where there is one, any other name is a revision first. `A..B` names both. Without OLD it is
    the merge base with the default branch, without NEW it is the catalogue as it is on disk.

    Ends with 1 when something breaks. With --enforce it ends with 1 when the version did not move as far as the
    changes that nobody approved ask for, or when something was removed without notice.
    """
    if driver:
        if everything or enforce or format_ != TEXT or approval.is_given:
            raise click.UsageError("--driver goes with no other option")
        echo(_driven(names), nl=False)
        return
    if len(names) > 2:
        raise click.UsageError(f"OLD and NEW are two names, and these are {len(names)}")
    workspace = find_workspace(project, writes=approval.approve is not None)
    contracts = pair(workspace, *(*names, None, None)[:2])
    comparison = compare(contracts.old, contracts.new)
    if approval.is_given:
        if enforce or format_ != TEXT:
            message = "--approve writes approvals.json and tells nothing else; leave out --enforce and --format"
            raise click.UsageError(message)
        _approve(workspace, comparison, approval, today)
        return
    found = enforced(comparison, read_approvals(workspace.root / FILE, today), today) if enforce else ()
    if enforce and format_ not in (TEXT, *_DOCUMENTS):
        # What the version or an approval announces is no finding then, and what is not is one already.
        print_findings(faults_of(comparison))
    else:
        _print(comparison, contracts, format_, everything)
    print_findings([*contracts.findings, *found], err=format_ in _DOCUMENTS)
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


def _approve(workspace: Workspace, comparison: Comparison, stated: _Approval, today: date) -> None:
    if not (stated.approve and stated.reason and stated.until):
        raise click.UsageError("--approve FINGERPRINT, --reason TEXT and --until DAY belong together")
    if mistake := refused_approval(stated.reason, stated.until, today):
        raise click.UsageError(mistake)
    found = {one.fingerprint: one for first in comparison.assessments for one in first.all()}
    if stated.approve not in found:
        raise click.UsageError(f"no change has the fingerprint {stated.approve!r}; see --format json")
    assessment, until = found[stated.approve], date.fromisoformat(stated.until)
    with project_lock(workspace.root):
        text = approved_text(read_approvals(workspace.root / FILE, today), assessment, stated.reason, until)
        replace_files(workspace.root, {FILE: text})
    echo(f"{FILE}: approved until {until}: {assessment.change.type.id}: {describe_change(assessment)}")


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
