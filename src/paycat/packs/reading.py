"""Reads packs, and reports what is wrong with their manifests."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Literal

from paycat.cache import Cache
from paycat.catalogue.reading import SourceFile, read_file
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.files.installed import bundled
from paycat.files.reading import file_bytes, real_path
from paycat.languages.hostile import mistakes_in
from paycat.languages.syntax import LanguageStatement
from paycat.languages.table import LANGUAGES, Language, language_named, language_of, stated_language
from paycat.packs.builders import BUILDERS
from paycat.packs.manifest import Pack, PackFile

Kind = Literal["template", "asset"]

COPIED = (".py", ".html", ".css", ".js", ".d.ts")
"""The endings of the files of a folder that are copied."""

_ONE_FOR = {"service": "the whole service", "reasons": "the whole service", "direction": "a direction"}


@dataclass(frozen=True)  # Without slots, which a cached property does not work with.
class ReadPack:
    """A pack with the folder that its templates are read from."""

    source: SourceFile[Pack]
    folder: Path

    @property
    def name(self) -> str:
        """The pack's name."""
        return self.source.value.name

    @cached_property
    def is_shipped(self) -> bool:
        """Whether the pack comes with paycat, and not from a project."""
        return real_path(self.folder).is_relative_to(real_path(bundled("generators")))

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages of its templates: those that paycat knows, and its own one."""
        statement = self.source.value.language
        return (*LANGUAGES, *([stated_language(statement)] if statement else []))

    def file(self, kind: Kind, name: str) -> Path | None:
        """Return a template or an asset of the pack by its name; None if the pack's folder has no such file."""
        path = Path(f"{kind}s", name)
        try:
            return self.folder / path if self._has(path) and (self.folder / path).is_file() else None
        except (OSError, ValueError):  # No file can have the name: it is too long, or has a null character.
            return None

    def copied(self, folder_name: str) -> list[str]:
        """Return the files that are copied of a folder, by their paths below it; none if there is no such folder."""
        folder = self.folder / folder_name
        try:
            if folder == self.folder or not self._has(Path(folder_name)):
                return []
            paths = [path for path in folder.rglob("*") if path.name.endswith(COPIED) and path.is_file()]
        except (OSError, ValueError):
            return []
        inner_paths = (path for path in sorted(paths) if self._has(path.relative_to(self.folder)))
        return [path.relative_to(folder).as_posix() for path in inner_paths]

    def _has(self, path: Path) -> bool:
        """Return whether a path is one below the pack's folder, and leads to nothing outside of it."""
        if path.anchor or ".." in path.parts:
            return False
        real_folder = real_path(self.folder.parent) / self.folder.name
        # Installers may link the shipped files; a pack of a project has its files in its own folder.
        return self.is_shipped or real_path(real_folder / path) == real_folder / path

    @cached_property
    def digest(self) -> str:
        """The digest of all files in the pack's folder, as they are when it is first asked for. Raises OSError."""
        folders = os.walk(self.folder, followlinks=True)
        paths = (Path(path, name) for path, _, names in folders if not path.endswith("__pycache__") for name in names)
        digest = hashlib.sha256()
        for path in sorted(paths):
            if path.is_file():  # Editors lock a file by a link that leads nowhere.
                content = file_bytes(path)
                digest.update(f"{path.relative_to(self.folder)} {len(content)}\n".encode() + content)
        return digest.hexdigest()

    def names(self, kind: Kind) -> list[str]:
        """Return the names of the pack's templates or assets."""
        folder = self.folder / f"{kind}s"
        inner_paths = [] if folder.is_symlink() or self.folder.is_symlink() else sorted(folder.rglob("*"))
        return [path.relative_to(folder).as_posix() for path in inner_paths if path.is_file()]


def template_language(pack: ReadPack, file: PackFile) -> Language | None:
    """Return the language of a file's template: the one stated, or the one that its ending means."""
    if file.language:
        return language_named(file.language)
    return language_of(file.template, pack.languages) if file.template else None


def read_packs(
    folder: Path, shown_folder: str, shipped_packs: Iterable[ReadPack] = (), cache: Cache | None = None
) -> tuple[list[ReadPack], list[Diagnostic]]:
    """Return the packs in a folder, by name, and what is wrong with them.

    `shown_folder` is the folder's name in findings. No pack may have the name of one of `shipped_packs`, and no two may
    write into one folder.
    """
    packs: list[ReadPack] = []
    findings: list[Diagnostic] = []
    owner_by_folder = {pack.source.value.folder: pack.name for pack in shipped_packs}
    shipped_names = frozenset(owner_by_folder.values())
    for manifest in sorted(folder.glob("*/pack.yaml")):
        source, source_findings = read_file(manifest, f"{shown_folder}/{manifest.parent.name}/pack.yaml", Pack, cache)
        findings += source_findings
        if source is None:
            continue
        pack = ReadPack(source, manifest.parent)
        findings += _findings(pack, shipped_names, cache or Cache())
        owner = owner_by_folder.setdefault(pack.source.value.folder, pack.name)
        if owner != pack.name:
            message = f"the pack {owner!r} writes into the folder {pack.source.value.folder!r}"
            hint = "give it a folder of its own"
            findings.append(Diagnostic("pack-folder-taken", source.at("folder"), message, hint))
        packs.append(pack)
    return packs, findings


def _findings(pack: ReadPack, shipped_names: frozenset[str], cache: Cache) -> Iterator[Diagnostic]:
    source, name = pack.source, pack.name
    if name != pack.folder.name:
        message = f"the pack is called {name!r}, and its folder {pack.folder.name!r}"
        yield Diagnostic("name-mismatch", source.at("name"), message)
    if name in shipped_names:
        message = f"a pack called {name!r} is shipped with paycat"
        yield Diagnostic("pack-shadows", source.at("name"), message, "give it a name of its own")
    if source.value.language:
        yield from _language_findings(pack, source.value.language, cache)
    for index, file in enumerate(source.value.files):
        yield from _file_findings(pack, index, file)


def _language_findings(pack: ReadPack, language: LanguageStatement, cache: Cache) -> Iterator[Diagnostic]:
    place_of = partial(pack.source.at, "language")
    for other in LANGUAGES:
        if language.name == other.name or {*language.endings} & {*other.endings}:
            message = f"paycat knows the language {other.name!r}, with the endings {', '.join(other.endings)}"
            yield Diagnostic("pack-shadows", place_of("name"), message, "use its filters, or other endings")
    for path, message, hint in cache.lasting(mistakes_in, language):
        yield Diagnostic("unsafe-language", place_of(*path), message, hint)


def _file_findings(pack: ReadPack, index: int, file: PackFile) -> Iterator[Diagnostic]:
    place_of = partial(pack.source.at, "files", index)
    if sum(origin is not None for origin in (file.template, file.document, file.asset, file.folder)) != 1:
        message = "a file comes from a template, a document builder, an asset or a folder: name one"
        yield Diagnostic("pack-file", place_of(), message)
    yield from _missing_file(pack, place_of("template"), "template", file.template)
    yield from _missing_file(pack, place_of("asset"), "asset", file.asset)
    if file.folder is not None and not pack.copied(file.folder):
        message = f"there is no folder {file.folder!r} with files that are copied ({', '.join(COPIED)})"
        yield Diagnostic("unknown-folder", place_of("folder"), message)
    if file.template is not None and not template_language(pack, file):
        message = f"the ending of {file.template!r} does not determine a language"
        language_names = ", ".join(language.name for language in LANGUAGES)
        hint = f"state `language`: {language_names}; or the pack's own one as data"
        yield Diagnostic("unknown-language", place_of("template"), message, hint)
    if file.methods != "all" and file.template is None:
        yield Diagnostic("pack-file", place_of("methods"), "only a file with a template has `methods`")
    elif file.methods == "own" and file.each not in ("method", "request"):
        message = f"a file for {_ONE_FOR[file.each]} has no method of its own"
        yield Diagnostic("pack-selection", place_of("methods"), message, "write `for: method` or `for: request`")
    if file.document is None:
        return
    if file.document not in BUILDERS:
        message = f"there is no document builder {file.document!r}"
        yield Diagnostic("unknown-builder", place_of("document"), message, did_you_mean(file.document, BUILDERS))
    elif (each := BUILDERS[file.document].each) != file.each:
        message = f"the builder {file.document!r} makes one file for each {each}"
        yield Diagnostic("pack-selection", place_of(), message, f"write `for: {each}`")


def _missing_file(pack: ReadPack, span: Span, kind: Kind, name: str | None) -> Iterator[Diagnostic]:
    if name is not None and not pack.file(kind, name):
        message, hint = f"there is no {kind} {name!r}", did_you_mean(name, pack.names(kind))
        yield Diagnostic("unknown-template" if kind == "template" else "unknown-asset", span, message, hint)
