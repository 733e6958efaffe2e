"""What follows from the statements of a catalogue means the same as if it was stated."""

from pathlib import Path
from typing import Any

import projects
import pytest
import yaml
from starter_cases import STARTER

from paycat.diagnostics import Severity
from paycat.lint.checking import check_folder

Data = dict[str, Any]
CASES: Data = projects.read_yaml(Path(__file__).with_name("derived.yaml"))


def meaning(folder: Path, files: Data) -> Any:
    """Return the contract of a catalogue as data, without places and the digest."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), encoding="utf-8")
    contract, found = check_folder(folder)
    assert contract, [str(one) for one in found if one.severity is Severity.ERROR]
    return without_places(contract.model_dump(mode="json", exclude={"digest"}))


def without_places(data: Any) -> Any:
    if isinstance(data, list):
        return [without_places(item) for item in data]
    return {key: without_places(data[key]) for key in data if key != "location"} if isinstance(data, dict) else data


def holder(files: Data, file: str, path: str) -> tuple[Any, Any]:
    """Return what has the value at a path of a file, and the key there."""
    *steps, key = (int(step) if step.isdecimal() else step for step in path.split("/"))
    value = files[file]
    for step in steps:
        value = value[step]
    return value, key


@pytest.mark.parametrize("case", CASES)
def test_it_is_the_same_stated(case: str, tmp_path: Path) -> None:
    root = STARTER / "schemas"
    names = [path.relative_to(root).as_posix() for path in sorted(root.rglob("*.yaml"))]
    lacking, full = ({name: projects.read_yaml(root / name) for name in names} for _ in range(2))
    for files in (lacking, full):
        del files["catalogue.yaml"]["source"]  # Nothing needs a reason then.
        for file, value_by_path in CASES[case].items():
            for path, value in value_by_path.items():
                data, key = holder(files, file, path)
                data.pop(key, None)
                forms = value if isinstance(value, dict) and value.keys() == {"short", "full"} else {"full": value}
                if (value := forms.get("full" if files is full else "short")) is not None:
                    data[key] = value
    assert meaning(tmp_path / "lacking", lacking) == meaning(tmp_path / "full", full)
