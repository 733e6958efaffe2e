"""A project of many methods: the catalogue's own, copied under other codes, so that size is all that differs.

    python benchmarks/synthetic.py 170 FOLDER
    python benchmarks/synthetic.py 170 FOLDER --varied

The first copy of a method keeps its code; the others are called CODE_2, CODE_3 and so on. The project has everything
else of the catalogue once, unchanged. With `--varied`, each method has fields of its own (`varied.py`).
"""

import re
import shutil
from collections import defaultdict
from collections.abc import Mapping
from itertools import count, islice
from pathlib import Path

import click
from varied import vary

from paycat.contract.dispatch import method_place
from paycat.contract.model import Contract
from paycat.diagnostics import FindingsError
from paycat.project.workspace import contract_of, find_workspace

SOURCE = Path(__file__).parents[1]
_METHOD_CODE = "method_code"
"""The key of a method's file that holds its code; what payloads call it, the contract says."""
_NOTE = re.compile(r"^note: .*$", re.MULTILINE)


def synthetic(methods: int, folder: Path, source: Path = SOURCE, *, varied: bool = False) -> Path:
    """Make a project with so many methods of another project's catalogue, and return its folder.

    If `varied` is true, each method has fields of its own.

    Raises FindingsError when that catalogue has errors, FileExistsError when the folder has one already, and ValueError
    when so few methods would leave out some that the rest of the catalogue speaks of.
    """
    workspace = find_workspace(source)
    contract, _ = contract_of(workspace)
    if methods < len(contract.methods):
        raise ValueError(f"the catalogue itself has {len(contract.methods)} methods")
    made = folder / workspace.schemas.name
    own = shutil.ignore_patterns("methods", "samples")
    shutil.copytree(workspace.schemas, made, ignore=lambda path, names: own(path, names) if _is_top(path) else ())
    wanted = ((method.code, number) for number in count(1) for method in contract.methods)
    copies: dict[str, list[str]] = defaultdict(list)
    for code, number in islice(wanted, methods):
        copies[code].append(code if number == 1 else f"{code}_{number}")
        _copy_method(contract, workspace.schemas, made, code, copies[code][-1])
    for register in ("decisions.yaml", "errata.yaml"):
        _name_copies(made / register, copies)
    if varied:
        vary(contract, made, {copy: code for code, named in copies.items() for copy in named})
    return folder


def edit_note(file: Path, number: int) -> None:
    """Change the note of a method, which every artefact of the method contains; each number makes another text."""
    text, edits = _NOTE.subn(f"note: Edited {number} times", file.read_text(encoding="utf-8"), count=1)
    assert edits, f"{file} has a note"
    file.write_text(text, encoding="utf-8")


def _name_copies(register: Path, copies: Mapping[str, list[str]]) -> None:
    """Let the entries of a register that are about methods be about their copies, too."""

    def with_copies(found: re.Match[str]) -> str:
        codes = [copy for code in found["codes"].split(", ") for copy in copies[code]]
        return f"    methods: [{', '.join(codes)}]\n"

    text = register.read_text(encoding="utf-8")
    register.write_text(re.sub(r"    methods: \[(?P<codes>[^]]*)\]\n", with_copies, text), encoding="utf-8")


def _is_top(path: str) -> bool:
    return (Path(path) / "catalogue.yaml").is_file()


def _copy_method(contract: Contract, schemas: Path, made: Path, code: str, new: str) -> None:
    _copy(schemas / "methods", made / "methods", _METHOD_CODE, code, new)
    for direction in contract.direction_names:
        if (schemas / "samples" / direction / f"{code}.yaml").is_file():
            *_, member = method_place(contract, direction).path
            _copy(schemas / "samples" / direction, made / "samples" / direction, member, code, new)


def _copy(source: Path, target: Path, key: str, code: str, new: str) -> None:
    """Copy a file called like a method; where a key holds the code, it holds the new one. Other values stay."""
    text = (source / f"{code}.yaml").read_text(encoding="utf-8")
    text, changed = re.subn(rf"^(\s*{re.escape(key)}: ){re.escape(code)}$", rf"\g<1>{new}", text, flags=re.MULTILINE)
    assert changed, f"{source / code}.yaml states {key} in another way"
    target.mkdir(parents=True, exist_ok=True)
    (target / f"{new}.yaml").write_text(text, encoding="utf-8")


@click.command(help=__doc__)
@click.argument("methods", type=click.IntRange(min=1))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--varied", is_flag=True, help="Give each method fields of its own.")
def main(methods: int, folder: Path, *, varied: bool) -> None:
    """Make the project, and say where it is."""
    try:
        synthetic(methods, folder, varied=varied)
    except FileExistsError as error:
        raise click.UsageError(f"there is something in {folder} already") from error
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    except FindingsError as error:
        raise click.ClickException("the catalogue has errors; see `paycat check`") from error
    click.echo(f"{folder}: {methods} methods")


if __name__ == "__main__":
    main()
