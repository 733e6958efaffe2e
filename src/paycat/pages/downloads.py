"""What integrators can download: the packs, what each is for, and the files for each method."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from paycat.contract.model import Contract, Method, Request
from paycat.pages.words import WORDS

_FIRST = ("README.md", "index.html")
_PACKAGES = ("pyproject.toml", "package.json")
_OF_REQUESTS = {
    "json-schema": ("json-schema/{}.schema.json", "JSON Schema", "validates a payload (draft 2020-12)"),
    "openapi": ("openapi/methods/{name}.yaml", "OpenAPI document", "this method alone, for generators"),
    "conformance": ("conformance/vectors/{}.jsonl", "Vectors", "payloads with their verdicts, one a line"),
    "briefs": ("briefs/{}.md", "Brief", "all about the request in one file"),
    "python": ("python/src/{package}/{module}.py", "Python module", "typed models, part of {package}"),
    "typescript": ("typescript/{module_path}.d.ts", "TypeScript module", "types, and what judges a body"),
}
"""Path, title and use of the file that a pack writes for a request type."""


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file: its path below the output folder, and the method and direction that it was made for, if any."""

    path: str
    method: str | None
    direction: Any


@dataclass(frozen=True, slots=True)
class MadePack:
    """A pack that is rendered, for the templates of others; they cannot reach what begins with an underscore.

    No release contains a pack that is for maintainers.
    """

    name: str
    title: str
    folder: str
    is_for_maintainers: bool
    _find: Callable[[], tuple[MadeFile, ...]]

    @property
    def files(self) -> tuple[MadeFile, ...]:
        """Every file of the pack, in the order of the manifest. Raises FindingsError."""
        return self._find()


def wheel_name(contract: Contract) -> str:
    """Return the file name of the Python package, as it is built."""
    return f"{contract.service.package}-{contract.service.version}-py3-none-any.whl"


def npm_archive_name(contract: Contract) -> str:
    """Return the file name of the TypeScript package, as `npm pack` names it."""
    return f"{contract.service.npm.removeprefix('@').replace('/', '-')}-{contract.service.version}.tgz"


def downloads(packs: Iterable[MadePack], omitted_name: str) -> list[MadePack]:
    """Return the packs of a release except the pack `omitted_name`, which asks; a project's own packs come last."""
    index_by_name = {name: index for index, name in enumerate(WORDS["packs"])}
    offered_packs = (pack for pack in packs if pack.name != omitted_name and not pack.is_for_maintainers)
    return sorted(offered_packs, key=lambda pack: index_by_name.get(pack.name, len(index_by_name)))


def pack_use(pack: MadePack) -> str:
    """Return what a pack is for; "" for a project's own."""
    return str(WORDS["packs"].get(pack.name, ""))


def is_package(pack: MadePack) -> bool:
    """Return whether the files of a pack are useful only together."""
    return any(file.path == f"{pack.folder}/{name}" for file in pack.files for name in _PACKAGES)


def whole_files(pack: MadePack) -> list[MadeFile]:
    """Return the files of a pack that are useful only together, or for all methods."""
    return list(pack.files) if is_package(pack) else [file for file in pack.files if file.method is None]


def entry_files(pack: MadePack) -> list[str]:
    """Return the paths of the files with which a reader of a pack begins: its README or first page, or else several."""
    paths = [file.path for file in whole_files(pack) or pack.files]
    first_paths = [f"{pack.folder}/{name}" for name in _FIRST if f"{pack.folder}/{name}" in paths]
    return first_paths[:1] or paths


def method_files(pack: MadePack) -> list[MadeFile]:
    """Return the files of a pack that are useful one by one."""
    return [] if is_package(pack) else [file for file in pack.files if file.method is not None]


def method_downloads(
    contract: Contract, packs: Iterable[MadePack]
) -> list[tuple[Method, list[tuple[str, list[MadeFile]]]]]:
    """Return each method that has files of its own, with the folder and the files of every pack that has such."""
    columns = [(pack.folder, _by_method(files)) for pack in packs if (files := method_files(pack))]
    rows = (
        (method, [(folder, files.get(method.code, [])) for folder, files in columns]) for method in contract.methods
    )
    return [(method, cells) for method, cells in rows if any(files for _, files in cells)]


def _by_method(files: Iterable[MadeFile]) -> Mapping[str | None, list[MadeFile]]:
    files_by_method: dict[str | None, list[MadeFile]] = {}
    for file in files:
        files_by_method.setdefault(file.method, []).append(file)
    return files_by_method


def download_label(contract: Contract, file: MadeFile, files: list[MadeFile]) -> str:
    """Return what distinguishes a file from the others of its method: the direction, or else its name."""
    directions = [sibling.direction for sibling in files]
    if file.direction and directions.count(file.direction) == 1:
        return contract.direction(file.direction).title
    return file.path.rpartition("/")[2]


def request_files(contract: Contract, request: Request) -> list[tuple[str, ...]]:
    """Return path, title and use of each file for a request type."""
    request_path = request.path
    placeholders = {attribute: getattr(request, attribute) for attribute in ("module_path", "module", "name")}
    placeholders["package"] = contract.service.package
    return [
        tuple(template.format(request_path, **placeholders) for template in templates)
        for pack_name, templates in _OF_REQUESTS.items()
        if pack_name not in contract.service.packs_off and (request.method or "{name}" not in templates[0])
    ]
