"""Two catalogues that are made after public interfaces, and what tests must know of each: names, and words it lacks."""

import re
import subprocess
import sys
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

import projects

from tests.any_catalogue.small_catalogues.catalogues import Edit, domestic_payments, recipients, written
from tests.artefacts.sandbox import sandboxes

_MARKUP = re.compile(r"<script.*?</script>|<style.*?</style>|<[^>]*>", re.DOTALL)
_OF_THE_TOOL = r"--reference\b|\bReference Operations\b|\bPay-in not listed|collections\.abc"
"""An option, a group of these pages, that a method says nothing of the other direction, and Python."""


@dataclass(frozen=True)
class Interface:
    """A catalogue: its package, what the client creates, the words of things that it has nothing of."""

    edit: Edit
    package: str
    created: str
    id: str
    """The member of a record, as an attribute, that identifies it."""
    lacking: tuple[str, ...]
    own: str = r"(?!)"
    """Names of its own, as a regular expression, that are no such words."""
    arguments: dict[str, str] = field(default_factory=dict)
    """What each call that creates is given beside a request."""

    def generated(self, folder: Path) -> Path:
        """Make the project in a folder, with all that is generated; return the folder."""
        project = written(self.edit, folder)
        made = projects.paycat("generate", cwd=project)
        assert (made.returncode, made.stderr) == (0, ""), made.stdout
        return project

    def spoken_of(self, text: str) -> list[str]:
        """Return what a text says of things that the catalogue lacks, each with some words around it."""
        words = rf"\S*\s*\S*(?<![a-z])(?:{'|'.join(self.lacking)})s?(?![a-z])\S*\s*\S*"
        return re.findall(words, re.sub(f"{self.own}|{_OF_THE_TOOL}", "", text), re.IGNORECASE)

    def run(self, program: str, sandbox: sandboxes.Sandbox, *arguments: str) -> str:
        """Return what a program prints, given the sandbox's address, its key and arguments; it must not warn."""
        ended = subprocess.run(
            [sys.executable, "-W", "error", "-c", program, sandbox.url, sandbox.key, *arguments],
            env=sandboxes.environment(sandbox.package),
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout


def text_of(file: Path) -> str:
    """Return what a file shows: of a page its text, without markup and scripts."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".html":
        return " ".join(unescape(_MARKUP.sub(" ", text)).split())
    return text


INTERFACES = {
    "domestic-payments": Interface(
        edit=domestic_payments,
        package="domestic_payments",
        created="domestic_payment",
        id="DomesticPaymentId",
        lacking=("pay-in", "reference", "duplicate", "refund", "collection"),
        # A member has the name in PascalCase; nobody looks it up.
        own=r"\bReference\b|account for refunds|no duplicate members|\bCollection\b",
        arguments={"x_jws_signature": "e30..c2lnbmF0dXJl"},
    ),
    "recipients": Interface(
        edit=recipients,
        package="recipient_register",
        created="recipient",
        id="id",
        lacking=("amount", "reference", "payment", "pay-in", "money", "currency", "currencies", "country", "countries"),
    ),
}
