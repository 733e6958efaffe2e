"""A new project, made of the starter for directions of any name: whole, or not at all."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from jinja2 import Environment, StrictUndefined

from paycat.catalogue.formatting import formatted
from paycat.catalogue.forms import DIRECTION, RESOURCE
from paycat.catalogue.kinds import kind_of
from paycat.catalogue.reading import read_file
from paycat.catalogue.service import CatalogueHead
from paycat.contract.naming import pascal, snake
from paycat.diagnostics import Span
from paycat.files.confining import HISTORY
from paycat.files.installed import bundled
from paycat.files.reading import real_path, system_errors_as
from paycat.files.replacing import STAGING, has_others, project_lock, write_files
from paycat.languages.markdown import text as markdown_text
from paycat.project.workspace import SCHEMAS
from paycat.text.counting import plural
from paycat.yaml.printing import text_in_line
from paycat.yaml.reading import parse

STARTER = "service"
_HEAD = f"{SCHEMAS}/catalogue.yaml"
_TEMPLATE, _OF_DIRECTION = ".j2", "direction"
_NO_OBSTACLES = {HISTORY, STAGING}
_OF_HOSTS = {".gitignore", ".gitkeep", "LICENSE", "LICENSE.md", "LICENSE.txt", "README.md"}
"""The files that a host of repositories puts into a new one; they stay as they are."""
_NO_WORD = re.compile("[^a-z0-9]+")


class OccupiedError(Exception):
    """The folder is not empty; `names` are the entries in the way, sorted."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        super().__init__(", ".join(names))


class UnusableChoiceError(Exception):
    """The catalogue rejects a chosen value; `key` names it, the message is the reason."""

    def __init__(self, key: str, message: str) -> None:
        self.key = key
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Choices:
    """The names in the new project; of those that are None, the name of its folder is made."""

    title: str | None = None
    package: str | None = None
    directions: tuple[str, ...] = ("transfer",)


def start(folder: Path, choices: Choices, folder_name: str) -> tuple[str, ...]:
    """Make the starter project in a folder that is new or has at most what is in a new repository.

    Return its files, sorted, without those of the repository, which stay as they are. Raises OccupiedError,
    UnusableChoiceError, and FindingsError for errors of the system; then nothing was made.
    `folder_name` is the folder in findings.
    """
    _reject_unusable(choices)
    files = _project(choices, real_path(folder).name)
    advice = "name a folder that you may write to, on a disk with space left"
    with system_errors_as("project-unwritable", Span(folder_name), "cannot write here", advice):
        _reject_package(files[_HEAD])
        with _folder_made(folder), project_lock(folder):
            if obstacles := [name for name in sorted(os.listdir(folder)) if _is_obstacle(folder, name, files)]:
                raise OccupiedError(obstacles)
            kept_paths = [path for path in _OF_HOSTS & files.keys() if has_others(folder, path, files)]
            files = {path: content for path, content in files.items() if path not in kept_paths}
            write_files(folder, files)
    return tuple(sorted(files))


def _is_obstacle(folder: Path, name: str, files: dict[str, bytes]) -> bool:
    """Return whether anything of a name is in the way: neither git's, nor what a killed run left of this project."""
    if name in _NO_OBSTACLES | _OF_HOSTS:
        return False
    is_whole = (folder / _HEAD).exists()  # It is written last.
    return is_whole or name not in {path.partition("/")[0] for path in files} or has_others(folder, name, files)


def _project(choices: Choices, name: str) -> dict[str, bytes]:
    words = _NO_WORD.sub(" ", name.lower()).strip() or "service"
    title, package = choices.title or words.capitalize(), choices.package or f"{words.replace(' ', '_')}_api"
    folder, texts = bundled("starters") / STARTER, dict[str, str]()
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        path = file.relative_to(folder).as_posix()
        template = _environment().from_string(file.read_text(encoding="utf-8"))
        names = {"title": title, "package": package, "directions": choices.directions}
        if file.name.removesuffix(_TEMPLATE) == f"{_OF_DIRECTION}.yaml":
            for direction in choices.directions:
                made_path = path.removesuffix(_TEMPLATE).replace(_OF_DIRECTION, direction)
                texts[made_path] = template.render(**names, direction=direction)
        else:
            texts[path.removesuffix(_TEMPLATE)] = template.render(**names)
    files = {path: _laid_out(path, text, choices.directions).encode() for path, text in texts.items()}
    return files | {_HEAD: files.pop(_HEAD)}


def _environment() -> Environment:
    environment = Environment(  # noqa: S701 # nosec B701 - YAML and Markdown of paycat's own templates
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, undefined=StrictUndefined
    )
    environment.filters |= {"yaml": text_in_line, "markdown": markdown_text, "pascal": pascal}
    environment.filters |= {"words": _words, "plural": _plural, "path": lambda name: _plural(name).replace(" ", "-")}
    return environment


def _words(name: str) -> str:
    return name.replace("_", " ")


def _plural(name: str) -> str:
    return plural(2, _words(name))


def _laid_out(path: str, text: str, directions: tuple[str, ...]) -> str:
    kind = kind_of(path.removeprefix(f"{SCHEMAS}/"), directions)
    node, findings = parse(text, path) if kind else (None, [])
    if kind is None or node is None:
        assert not findings, f"the starter's {path} is YAML"
        return text
    return formatted(text, node, kind.model, kind.modeline(path), path)


def _reject_unusable(choices: Choices) -> None:
    for key, value in (("title", choices.title), ("package", choices.package)):
        if value is not None and not (value.isprintable() and value.strip()):
            raise UnusableChoiceError(key, "one line of text is needed here")
    for index, name in enumerate(choices.directions):
        if not DIRECTION.holds(name):
            raise UnusableChoiceError("direction", f"{name!r} is no name of a direction: {DIRECTION.advice}")
        if not RESOURCE.holds(resource := snake(_plural(name))):
            raise UnusableChoiceError(
                "direction", f"{name!r} is no name of a direction: clients cannot have {resource!r}"
            )
        if name in choices.directions[:index]:
            raise UnusableChoiceError("direction", f"{name!r} is there twice")


def _reject_package(head: bytes) -> None:
    with TemporaryDirectory() as folder:
        head_file = Path(folder) / "catalogue.yaml"
        head_file.write_bytes(head)
        _, findings = read_file(head_file, _HEAD, CatalogueHead)
    if findings:
        raise UnusableChoiceError("package", findings[0].message)


@contextmanager
def _folder_made(folder: Path) -> Iterator[None]:
    """Make a folder with those above it; on an error remove those that were made."""
    missing_folders = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for path in missing_folders:
            with suppress(OSError):
                path.rmdir()
        raise
