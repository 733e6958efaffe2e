"""The two files of a contract that git hands to its diff driver in; both contracts, or a line for people, out."""

import os
from dataclasses import dataclass
from pathlib import Path

from paycat.diagnostics import FindingsError
from paycat.files import file_bytes
from paycat.revisions.contract_text import contract_text
from paycat.revisions.contracts import Named, Pair, between


@dataclass(frozen=True, slots=True)
class Sides:
    """A path of the repository, and the files that hold what it was and is; a side that is not there is the null file.

    Source: git, `gitattributes`, "Defining an external diff driver", and GIT_EXTERNAL_DIFF in `git`.
    """

    path: str
    old: Path
    new: Path


def driven(sides: Sides) -> Pair | str:
    """Return both contracts, ready to be compared, or a line that says why there is nothing to compare."""
    gone, come = (str(side) == os.devnull for side in (sides.new, sides.old))
    if gone or come:
        return f"{sides.path}: the contract was {'removed' if gone else 'added'}\n"
    try:
        texts = (contract_text(file_bytes(side, streams=True), sides.path) for side in (sides.old, sides.new))
        old, new = (Named(f"{sign}/{sides.path}", text) for sign, text in zip("ab", texts, strict=True))
        return between(old, new)
    except (OSError, FindingsError) as error:
        # Whoever reads a log must see the other files, too: what is no contract here is no reason to stop git.
        return f"{error}; see git diff --no-ext-diff\n"
