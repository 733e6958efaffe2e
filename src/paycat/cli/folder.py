"""The options of `paycat conform` for the folder that is held against its contract."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from paycat.cli.options import project_option
from paycat.conformance.output_folder import own_contract
from paycat.contract.model import Contract
from paycat.files import real_path
from paycat.workspace import GENERATED, Workspace, contract_of, find_workspace


@dataclass(frozen=True, slots=True)
class Folder:
    """An output folder, what findings call it, and the project whose output it is.

    Without a project the contract in the folder counts.
    """

    path: Path
    shown: str
    workspace: Workspace | None = None

    def contract(self) -> Contract:
        """Return the contract that the folder must keep. Raises FindingsError."""
        return contract_of(self.workspace)[0] if self.workspace else own_contract(self.path, self.shown)


def folder_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--generated` and `--project` to a command, which gets them as `held`: a Folder."""

    @wraps(command)
    def gathered(folder: Path | None, project: Path, **others: Any) -> Any:
        if folder is not None:
            return command(held=Folder(real_path(folder), folder.as_posix()), **others)
        workspace = find_workspace(project)
        return command(held=Folder(workspace.generated, GENERATED, workspace), **others)

    return click.option(
        "--generated",
        "folder",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        metavar="DIR",
        help="Take this folder, which paycat generate --to wrote, and the contract in it; no project is needed. "
        "Its Python package is executed: see --no-code.",
    )(project_option(gathered))
