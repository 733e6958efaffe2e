"""A project of two methods with every file that paycat reads, and the commands that read each of them."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import projects
from starter_cases import STARTER

KEPT = ("SEPA_DEBIT", "FASTER_PAYMENT")
EDITS = [
    {"file": "schemas/catalogue.yaml", "find": "\n  decision: D-101", "replace": "\n  decision: [D-101, D-106]"},
    {"file": "schemas/interface/records.yaml", "find": "SEPA_TRANSFER", "count": 2, "replace": "FASTER_PAYMENT"},
]
PACK = """name: mine
title: A table of the methods
folder: mine
files:
  - { path: "{{ method.name }}.md", for: method, template: methods.md.j2 }
  - { path: style.css, asset: style.css }
"""
BASE = "base/contract.json"
ENGINES = ("jsonschema", "jsonschema-rs")


@dataclass(frozen=True)
class Target:
    """A file that is spoilt, and the commands that read it."""

    file: str
    commands: tuple[tuple[str, ...], ...]


def made(folder: Path) -> Path:
    """Make the project in a new folder; return the folder."""
    shutil.copytree(STARTER, folder)
    for location in ("methods", "samples/pay_in", "samples/payout"):
        for file in (folder / "schemas" / location).iterdir():
            if file.stem not in KEPT:
                file.unlink()
    projects.edit(folder, EDITS)
    (folder / "generators/mine/templates").mkdir(parents=True)
    (folder / "generators/mine/assets").mkdir()
    (folder / "generators/mine/pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "generators/mine/templates/methods.md.j2").write_text(
        "# {{ method.title | markdown_text }}\n", encoding="utf-8"
    )
    (folder / "generators/mine/assets/style.css").write_text("p { }\n", encoding="utf-8")
    ended = projects.paycat("generate", cwd=folder)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    (folder / "base").mkdir()
    shutil.copy(folder / "generated/contract/contract.json", folder / BASE)
    [sample, *_] = [
        json.loads(line)["payload"]
        for line in (folder / "generated/conformance/vectors/pay_in/SEPA_DEBIT.jsonl").read_text().splitlines()
    ]
    (folder / "payload.json").write_text(json.dumps(sample, indent=2))
    return folder


def targets(folder: Path) -> tuple[Target, ...]:
    """Return every file that may be spoilt."""
    return tuple(_targets(folder))


def _targets(folder: Path) -> Iterator[Target]:
    conform = tuple(("conform", "--generated", "generated", "--engine", engine) for engine in ENGINES)
    own = ("conform", "--engine", "jsonschema")
    against = ("diff", BASE)
    check = ("generate", "--check")
    for path in sorted((folder / "schemas").rglob("*.yaml")):
        commands = (
            ("check",),
            ("check",),
            ("check", "--format", "sarif"),
            ("fmt", "--diff"),
            against,
            ("generate", "--diff"),
        )
        yield Target(path.relative_to(folder).as_posix(), (*commands, ("explain", "D-107")))
    yield Target("specification.md", (("check",), check))
    yield Target("schemas/releases.md", (check,))
    yield Target(
        BASE, (against, ("diff", "generated", BASE), ("diff", BASE, "generated", "--format", "json", "--enforce"))
    )
    yield Target(
        "generated/contract/contract.json",
        (*conform, own, check, ("explain", "SEPA_DEBIT"), ("diff", "generated", BASE)),
    )
    yield Target("generated/SHA256SUMS", (check,))
    yield Target("generated/tools.json", (check,))
    yield Target("payload.json", (("validate", "payload.json"), ("validate", "payload.json", "--direction", "payout")))
    yield Target("generators/mine/pack.yaml", (check, ("fmt", "--diff"), ("generate", "--diff")))
    yield Target("generators/mine/assets/style.css", (check,))
    for path in sorted((folder / "generated/json-schema").rglob("*.schema.json")):
        yield Target(path.relative_to(folder).as_posix(), (*conform, check))
    yield Target("generated/openapi/openapi.json", (("conform", "--engine", "openapi"), check))
    for path in sorted((folder / "generated/conformance/vectors").rglob("*.jsonl")):
        yield Target(path.relative_to(folder).as_posix(), (*conform, own, ("gaps",)))
