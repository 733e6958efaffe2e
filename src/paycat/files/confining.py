"""Which files may be read for a project: a pull request may have a link to a file of the machine that checks it."""

import errno
import os
from pathlib import Path

from paycat.files.installed import comes_with_paycat
from paycat.files.reading import real_path

HISTORY = ".git"
HEAD = "schemas/catalogue.yaml"
"""What a project has."""


def repository_of(folder: Path) -> Path | None:
    """Return the nearest folder, from this one up, that git has the history of; None without one."""
    return next((candidate for candidate in (folder, *folder.parents) if (candidate / HISTORY).exists()), None)


def confined(path: Path) -> Path:
    """Return the path of a file that is read for a project.

    Raises OSError if a link leads out of the git repository that the path is in, or into its history; without one, out
    of the project. What comes with paycat may be linked by an installer.
    """
    target = real_path(path)
    if target == path or comes_with_paycat(path):
        return path
    parents = Path(os.path.abspath(path)).parents
    # A link to a folder with a history of its own leads out, too.
    link_positions = [position for position, folder in enumerate(parents) if folder.is_symlink()]
    folders = parents[max(link_positions, default=-1) + 1 :]
    repository = next((folder for folder in folders if (folder / HISTORY).exists()), None)
    boundary = repository or next((folder for folder in folders if (folder / HEAD).is_file()), None)
    real_boundary = real_path(boundary or Path("/"))
    if not target.is_relative_to(real_boundary) or target.is_relative_to(real_boundary / HISTORY):
        message = f"a link leads out of the {'git repository' if repository else 'project'}"
        raise OSError(errno.EPERM, message, str(path))
    return path
