"""One folder of callers/ in, a client out: made of a document, compiled, and asked to send every sample."""

import hashlib
import json
import re
import shutil
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import projects

from tests.artefacts.clients import programs
from tests.artefacts.clients.outcome import Outcome, outcome
from tests.artefacts.clients.published_set import PublishedSet
from tests.artefacts.clients.remembering_stub import TOKEN, RememberingStub
from tests.artefacts.integrators.node_packages import MANIFEST
from tests.conformance.live.server import running

HERE = Path(__file__).parent
CACHE = projects.ROOT / ".cache" / "clients"
OWN = ("case.yaml", "expected.*.yaml", "amounts.yaml")
CALLERS = ("*aller.*", "*alk.*")
LITERALS = {"payIns": ("PayInRequest", "pay_in"), "payouts": ("PayoutRequest", "payout")}


@dataclass(frozen=True)
class Client:
    """A folder below callers/: how the client is made and compiled, and the program that calls it."""

    folder: Path

    @cached_property
    def case(self) -> dict[str, Any]:
        """The title, the generator, the commands, and what to know."""
        return dict(projects.read_yaml(self.folder / "case.yaml"))

    @cached_property
    def files(self) -> tuple[Path, ...]:
        """What an integrator writes beside the client: the caller, and settings."""
        return tuple(sorted(path for path in self.folder.iterdir() if not any(map(path.match, OWN))))

    @property
    def version(self) -> str:
        """The generator's version."""
        return programs.version(self.case["generator"])

    def made_of(self, published: PublishedSet) -> Path:
        """Return the folder with the client, compiled; it is made once for the same document, versions and options."""
        written = {file.name: file.read_bytes() for file in self.files}
        written |= {"openapi.json": published.text}
        if "literals" in self.case:
            written["payloads.ts"] = self._literals(published).encode()
        folder = CACHE / self._digest(written)
        if not folder.is_dir():
            CACHE.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(dir=CACHE) as above:
                made = Path(above, "client")
                self._make(made, written)
                try:
                    made.rename(folder)
                except OSError:
                    if not folder.is_dir():  # else another process was quicker
                        raise
        return folder

    def send(self, published: PublishedSet) -> Outcome:
        """Send every sample to the running stub, and return how that went; skips where it cannot be compiled here."""
        with running(RememberingStub(published.generated)) as stub:
            told = self.told(published, stub.url, TOKEN)
        return outcome(published.samples, stub.seen, told)

    def told(self, published: PublishedSet, url: str, token: str) -> list[str]:
        """Send every sample to a server, and return what the caller prints of each; skips where a program lacks."""
        programs.ask_for([*self.case["compile"], self.case["run"]])
        folder = self.made_of(published)
        question = "".join(f"{one.line}\n" for one in published.samples)
        return programs.run(folder, self.case["run"], question, PAYMENTS_URL=url, PAYMENTS_TOKEN=token).splitlines()

    def amount_type(self, published: PublishedSet) -> str:
        """Return the type of a record's amount, as the client's source states it."""
        stated = self.case["amount"]
        source = (self.made_of(published) / stated["file"]).read_text(encoding="utf-8")
        found = re.search(stated["pattern"], source)
        assert found, f"{stated['file']} has no {stated['pattern']}"
        return " or ".join(found.groups())

    def _make(self, folder: Path, written: dict[str, bytes]) -> None:
        folder.mkdir()
        for name, content in written.items():
            (folder / name).write_bytes(content)
        for command in (self.case["generate"], *self.case["compile"]):
            programs.run(folder, command)
        shutil.rmtree(folder / ".mypy_cache", ignore_errors=True)

    def _literals(self, published: PublishedSet) -> str:
        lines = [self.case["literals"]]
        for name, (kind, direction) in LITERALS.items():
            found = [json.dumps(one.payload) for one in published.samples if one.direction == direction]
            # A service without requests in a direction has no type for them.
            lines += [
                f"export const {name}: {kind if found else 'never'}[] = [",
                *(f"    {one}," for one in found),
                "];",
            ]
        return "\n".join(lines) + "\n"

    def _digest(self, written: dict[str, bytes]) -> str:
        commands = [self.case["generate"], *self.case["compile"]]
        resolved = json.dumps([self.version, commands, sys.version_info[:2]])
        digest = hashlib.sha256(resolved.encode() + MANIFEST.read_bytes() + Path(programs.__file__).read_bytes())
        for name, content in sorted(written.items()):
            digest.update(f"\n{name} {len(content)}\n".encode() + content)
        return f"{self.folder.name}-{digest.hexdigest()[:16]}"

    def expected(self) -> dict[str, Any]:
        """Return what was measured when the case was last updated, by name of the document."""
        files = sorted(self.folder.glob("expected.*.yaml"))
        return {f"{file.stem.removeprefix('expected.')}.json": projects.read_yaml(file) for file in files}

    @property
    def amounts_file(self) -> Path:
        """Where the type of an amount is kept, and what became of each."""
        return self.folder / "amounts.yaml"

    def expected_file(self, document: str) -> Path:
        """Return where what was measured with a document is kept; each has a file, as they are measured at once."""
        return self.folder / f"expected.{Path(document).stem}.yaml"


class ClientOfAnother(Client):
    """A folder with a caller for another interface; the folder of the same name below callers/ has everything else."""

    @cached_property
    def usual(self) -> Client:
        """The folder below callers/."""
        return CLIENTS[self.folder.name]

    @cached_property
    def case(self) -> dict[str, Any]:
        """The usual commands, without the second program, and what the folder states of its own."""
        second = [file.name for file in self.usual.files if file.match(CALLERS[1])]
        compile = [[part for part in command if part not in second] for command in self.usual.case["compile"]]
        own = self.folder / "case.yaml"
        return {**self.usual.case, "compile": compile, **(projects.read_yaml(own) if own.exists() else {})}

    @cached_property
    def files(self) -> tuple[Path, ...]:
        """The caller, and the usual settings."""
        settings = [file for file in self.usual.files if not any(map(file.match, CALLERS))]
        return (*settings, *super().files)


CLIENTS = {folder.name: Client(folder) for folder in sorted((HERE / "callers").iterdir())}
AMOUNTS_ALONE = {folder.name: Client(folder) for folder in sorted((HERE / "amounts").iterdir())}
"""What sends amounts alone; a client without a caller is made, and not run."""
DOMESTIC_PAYMENTS = {folder.name: ClientOfAnother(folder) for folder in sorted((HERE / "domestic_payments").iterdir())}
"""The same generators, called for a catalogue whose names are in PascalCase."""
ACCOUNT_KINDS = {folder.name: ClientOfAnother(folder) for folder in sorted((HERE / "account_kinds").iterdir())}
"""The same, for one whose fields depend on each other."""
WHOLE_INTERFACES = {folder.name: ClientOfAnother(folder) for folder in sorted((HERE / "whole_interfaces").iterdir())}
"""Generators whose clients call any operation of any catalogue."""
