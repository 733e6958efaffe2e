"""Pack folders in, packs and findings out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from paycat.catalogue.reading import Source, read_file
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.files import real_path
from paycat.languages.table import LANGUAGES, Language, language_named, language_of
from paycat.memo import Memo
from paycat.packs.builders import BUILDERS
from paycat.packs.manifest import Pack, PackFile
from paycat.resources import bundled

Kind = Literal["template", "asset"]


@dataclass(frozen=True, slots=True)
class ReadPack:
    """A pack with the folder that its templates are read from."""

    source: Source[Pack]
    folder: Path

    @property
    def name(self) -> str:
        """The pack's name."""
        return self.source.value.name

    @property
    def is_shipped(self) -> bool:
        """Whether the pack comes with paycat; the packs of a project are somebody else's."""
        return real_path(self.folder).is_relative_to(_shipped_folder())

    def file(self, kind: Kind, name: str) -> Path | None:
        """Return a template or an asset of the pack by its name; None where the pack has no such file of its own."""
        path = Path(f"{kind}s", name)
        try:
            # Installers may make links of what paycat ships; a pack of a project has its files in its own folder.
            home = real_path(self.folder.parent) / self.folder.name
            own = self.is_shipped or real_path(home / path) == home / path
            return self.folder / path if own and ".." not in path.parts and (home / path).is_file() else None
        except (OSError, ValueError):  # No file can have the name: it is too long, or has a null character.
            return None

    def names(self, kind: Kind) -> list[str]:
        """Return the names of the pack's templates or assets."""
        folder = self.folder / f"{kind}s"
        inner = [] if folder.is_symlink() or self.folder.is_symlink() else sorted(folder.rglob("*"))
        return [path.relative_to(folder).as_posix() for path in inner if path.is_file()]


@cache
def _shipped_folder() -> Path:
    return real_path(bundled("generators"))


def template_language(file: PackFile) -> Language | None:
    """Return the language of a file's template: the one stated, or the one that its ending means."""
    if file.language:
        return language_named(file.language)
    return language_of(file.template) if file.template else None


def read_packs(
    folder: Path, shown: str, shipped: Iterable[ReadPack] = (), memo: Memo | None = None
) -> tuple[list[ReadPack], list[Diagnostic]]:
    """Return the packs in a folder, by name, and what is wrong with them.

    `shown` stands for the folder in findings. No pack may have the name of one that is `shipped`, and no two may write
    into one folder. A manifest whose bytes the memo knows is not read anew.
    """
    packs: list[ReadPack] = []
    found: list[Diagnostic] = []
    owners = {pack.source.value.folder: pack.name for pack in shipped}
    names = frozenset(owners.values())
    for manifest in sorted(folder.glob("*/pack.yaml")):
        source, more = read_file(manifest, f"{shown}/{manifest.parent.name}/pack.yaml", Pack, memo)
        found += more
        if source is None:
            continue
        pack = ReadPack(source, manifest.parent)
        found += _findings(pack, names)
        owner = owners.setdefault(pack.source.value.folder, pack.name)
        if owner != pack.name:
            message = f"the pack {owner!r} writes into the folder {pack.source.value.folder!r}"
            found.append(Diagnostic("pack-folder-taken", source.at("folder"), message, "give it a folder of its own"))
        packs.append(pack)
    return packs, found


def _without_file(pack: ReadPack, index: int, kind: Kind, name: str | None) -> Iterator[Diagnostic]:
    """Yield the finding that a template or an asset that is named is not there."""
    if name is not None and not pack.file(kind, name):
        place = pack.source.at("files", index, kind)
        message = f"there is no {kind} {name!r}"
        known = did_you_mean(name, pack.names(kind))
        yield Diagnostic("unknown-template" if kind == "template" else "unknown-asset", place, message, known)


def _findings(pack: ReadPack, known: frozenset[str]) -> Iterator[Diagnostic]:
    source = pack.source
    if source.value.name != pack.folder.name:
        message = f"the pack is called {source.value.name!r}, and its folder {pack.folder.name!r}"
        yield Diagnostic("name-mismatch", source.at("name"), message)
    if source.value.name in known:
        message = f"a pack called {source.value.name!r} is shipped with paycat"
        yield Diagnostic("pack-shadows", source.at("name"), message, "give it a name of its own")
    for index, file in enumerate(source.value.files):
        span = source.at("files", index)
        if sum(named is not None for named in (file.template, file.document, file.asset)) != 1:
            message = "a file comes from a template, a document builder or an asset: name one"
            yield Diagnostic("pack-file", span, message)
        yield from _without_file(pack, index, "template", file.template)
        yield from _without_file(pack, index, "asset", file.asset)
        if file.template is not None and not template_language(file):
            place = source.at("files", index, "template")
            message = f"the ending of {file.template!r} is of no known language"
            known_languages = f"state `language`: {', '.join(language.name for language in LANGUAGES)}"
            yield Diagnostic("unknown-language", place, message, known_languages)
        if file.document is not None and file.document not in BUILDERS:
            message = f"there is no document builder {file.document!r}"
            place = source.at("files", index, "document")
            yield Diagnostic("unknown-builder", place, message, did_you_mean(file.document, BUILDERS))
        elif file.document is not None and BUILDERS[file.document][0] != file.each:
            message = f"the builder {file.document!r} makes one file for each {BUILDERS[file.document][0]}"
            yield Diagnostic("pack-selection", span, message, f"write `for: {BUILDERS[file.document][0]}`")
