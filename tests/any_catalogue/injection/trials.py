"""One trial: hostile texts at places of the catalogue, and what paycat makes of them."""

import builtins
import json
import re
import shutil
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from paycat.cache import Cache
from paycat.contract.client_calls import resources
from paycat.contract.model import Contract
from paycat.contract.naming import pascal, snake
from paycat.diagnostics import FindingsError
from paycat.packages.typescript.client import camel
from paycat.project.building import build, packs_of
from paycat.project.workspace import Workspace, contract_of
from paycat.reporting.release import release_readme
from tests.any_catalogue.injection import importing
from tests.any_catalogue.injection.locations import SHORT, Location, Trees, edited, locations, read_trees
from tests.any_catalogue.injection.reports import faults_of_changes, faults_of_findings
from tests.any_catalogue.injection.strings import CANARY, HARMLESS
from tests.any_catalogue.injection.structure import Structure, structure
from tests.any_catalogue.injection.trees import Tree, at, text_of, written

CATALOGUE = Path(__file__).parents[2] / "harness" / "catalogue"
Status = Literal["rejected", "inert", "executed", "broken"]
Edit = tuple[Location, str]
_PACKS = "generators/"
_LARGEST = 200_000
_DERIVED = "conformance/values/"
_DATA = (".json", ".jsonl", ".yaml", ".toml", ".js")
_ALIAS = "keyword alias"
"""A field that Python cannot call by its name is given one of its own, and an alias."""
_OTHER_NAME = "_aliased"
"""Ends the other name of what a module imports, where a field has its name."""
_ACTS = ("call ", "import ", "decorate ", "<script", "script:", "<iframe", "href javascript", "on", "html <")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a text at a place, and why where that is not good."""

    status: Status
    why: str = ""


@dataclass
class Trials:
    """A project to edit, and what its catalogue without an edit is made into."""

    folder: Path
    base: Trees = field(init=False)
    locations: list[Location] = field(init=False)
    _contract: Contract = field(init=False)
    _files: dict[str, str] = field(init=False)
    _cache: Cache = field(init=False)
    _structures: dict[str, Structure] = field(default_factory=dict)
    _written: Trees = field(default_factory=dict)
    _beside_harmless: dict[Location, Mapping[str, Structure]] = field(default_factory=dict)
    _importer: "subprocess.Popen[str] | None" = None

    def __post_init__(self) -> None:
        project = self.folder / "project"
        shutil.copytree(CATALOGUE, project)
        self._workspace = Workspace(project)
        self.base = read_trees(project)
        self._cache = Cache()
        self._write(self.base)
        self._contract, self._files = self._built(self._cache)
        self.locations, self.keys = locations(self._contract, CATALOGUE)

    def validated(self, edits: Sequence[Edit]) -> Iterator[tuple[Edit, Outcome]]:
        """Return what becomes of each edit.

        Each edit is checked alone. Those that pass are made together, and in halves until all of a group are inert or
        the group is one edit.
        """
        passing: list[Edit] = []
        for edit in edits:
            outcome = self._checked([edit])
            if isinstance(outcome, Outcome):
                yield edit, outcome
            else:
                passing.append(edit)
        for group in _groups(passing):
            yield from self._halved(group)

    def has_form(self, location: Location, text: str) -> bool:
        """Tell whether `check` takes a text at a place, or rejects it for what it says there and not for its form."""
        checked = self._checked([(location, text)])
        return not isinstance(checked, Outcome) or (checked.status == "rejected" and "not a valid" not in checked.why)

    def _halved(self, edits: Sequence[Edit]) -> Iterator[tuple[Edit, Outcome]]:
        outcome = self.tried(edits)
        if len(edits) == 1 or outcome.status == "inert":
            yield from ((edit, outcome) for edit in edits)
            return
        half = len(edits) // 2
        yield from self._halved(edits[:half])
        yield from self._halved(edits[half:])

    def tried(self, edits: Sequence[Edit]) -> Outcome:
        """Return what becomes of the catalogue with all of the edits."""
        checked = self._checked(edits)
        if isinstance(checked, Outcome):
            return checked
        contract, cache = checked
        try:
            files = self._texts(contract, cache)
        except FindingsError as error:
            return self._rejected(error, late=True)
        except Exception:  # noqa: BLE001 - a traceback is what is looked for
            return Outcome("broken", f"a traceback: {_last_frames()}")
        faults = [*self._faults(contract, files, edits), *faults_of_changes(self._contract, contract)]
        acts = [fault for fault in faults if " acts" in fault]
        return (
            Outcome("executed", " // ".join(acts))
            if acts
            else Outcome("broken", " // ".join(faults))
            if faults
            else Outcome("inert")
        )

    def _checked(self, edits: Sequence[Edit]) -> Outcome | tuple[Contract, Cache]:
        """Return the contract of the catalogue with all of the edits, or what becomes of them where it has none."""
        trees, cache = self.base, self._beside()
        try:
            for location, text in edits:
                trees = edited(trees, location, text)
        except (KeyError, IndexError) as error:
            return Outcome("broken", f"the test cannot make the edit: {error!r}")
        about_packs = any(location.file.startswith(_PACKS) for location, _ in edits)
        # A pack of the project's own is rendered in a process of its own, which takes its time.
        self._write(
            trees if about_packs else {path: tree for path, tree in trees.items() if not path.startswith(_PACKS)}
        )
        try:
            contract, _ = contract_of(replace(self._workspace, cache=cache), anew=True)
            packs_of(replace(self._workspace, cache=cache), contract)
        except FindingsError as error:
            return self._rejected(error)
        except Exception:  # noqa: BLE001 - a traceback is what is looked for
            return Outcome("broken", f"a traceback: {_last_frames()}")
        return contract, cache

    def _rejected(self, error: FindingsError, *, late: bool = False) -> Outcome:
        """Return that findings reject the edits; `generate` may reject alone what only packs say."""
        faults = list(faults_of_findings(error.diagnostics, self._workspace.root))
        if late and not all(one.span.path.startswith("generators/") for one in error.diagnostics):
            faults.append(f"check passes, and generate rejects: {error}"[:400])
        return Outcome("broken", " // ".join(faults)) if faults else Outcome("rejected", str(error)[:300])

    def _beside(self) -> Cache:
        """Return a cache that knows what the base was made of, and forgets the rest."""
        cache = Cache()
        cache._old, cache._texts = self._cache._new, dict(self._cache._texts)
        return cache

    def _built(self, cache: Cache) -> tuple[Contract, dict[str, str]]:
        contract, _ = contract_of(replace(self._workspace, cache=cache), anew=True)
        return contract, self._texts(contract, cache)

    def _texts(self, contract: Contract, cache: Cache) -> dict[str, str]:
        """Return what is generated, and the README of a release with it."""
        texts = build(replace(self._workspace, cache=cache), contract).texts()
        return {**texts, "release.md": release_readme(contract, texts, (), ())}

    def _write(self, trees: Trees) -> None:
        for path in self._written.keys() - trees.keys():
            (self._workspace.root / path).unlink()
        for path, tree in trees.items():
            if self._written.get(path) is not tree and (path not in self._written or self._written[path] != tree):
                (self._workspace.root / path).write_text(written(tree), encoding="utf-8", errors="surrogatepass")
        self._written = dict(trees)

    def _harmless(self, location: Location) -> Mapping[str, Structure]:
        """Return what the files with a harmless text at a place are made of, where that is accepted."""
        if location not in self._beside_harmless:
            made: dict[str, Structure] = {}
            # Names of classes begin with a capital, paths with a slash.
            for text in (HARMLESS, HARMLESS.title(), f"/{HARMLESS}"):
                checked = self._checked([(location, text)])
                if not isinstance(checked, Outcome):
                    break
            if not isinstance(checked, Outcome):
                contract, cache = checked
                try:
                    files = self._texts(contract, cache)
                except FindingsError:
                    files = {}
                made = {
                    _renamed(path, {"x": HARMLESS}): structure(path, text)
                    for path, text in files.items()
                    if self._files.get(path) != text
                }
            self._beside_harmless[location] = made
        return self._beside_harmless[location]

    def _faults(self, contract: Contract, files: Mapping[str, str], edits: Sequence[Edit]) -> Iterator[str]:
        words = [(_old(self.base, location), text) for location, text in edits]
        changed = {path: text for path, text in files.items() if self._files.get(path) != text}
        names = {old: new for (location, new), (old, _) in zip(edits, words, strict=True) if location.way != "value"}
        [(location, text), *others] = edits
        refers = not others and location.form == "name" and _is_stated(self.base, text)
        for path, text in changed.items():
            try:
                made = structure(path, text)
            except (ValueError, RecursionError) as error:
                yield f"{path} cannot be read: {str(error)[:200]}"
                continue
            known = self._structure(_renamed(path, names))
            if known is None or refers:  # Whoever refers to something else that is stated means another catalogue.
                continue
            new = _new_parts(known, made, names)
            if new and len(edits) == 1:
                beside = self._harmless(edits[0][0])
                harmless = beside.get(path) or beside.get(_renamed(path, {"x": edits[0][1]}))
                same = names or {HARMLESS: self._word_in_programs(contract, edits[0][1])}
                new = _new_parts(Structure(known.parts | harmless.parts), made, same) if harmless else new
            for part in sorted(new - _own_names(edits))[:1]:
                acts = " acts" if part.startswith(_ACTS) or CANARY in part else ""
                yield f"{path}{acts}: has a new part {part[:200]!r}"
            if path.endswith(_DATA):
                yield from _lost_texts(path, known, made, words)
        if any(path.endswith(".py") for path in changed):
            yield from self._imported(files)

    def _word_in_programs(self, contract: Contract, text: str) -> str:
        """Return what a text is called in programs: a path gives its resource in clients, everything else itself."""
        known = {resource.name for resource in resources(self._contract)}
        return next((resource.name for resource in resources(contract) if resource.name not in known), text)

    def _structure(self, path: str) -> Structure | None:
        if path not in self._structures:
            if path not in self._files:
                return None
            self._structures[path] = structure(path, self._files[path])
        return self._structures[path]

    def _imported(self, files: Mapping[str, str]) -> Iterator[str]:
        folder = self.folder / "packages"
        shutil.rmtree(folder, ignore_errors=True)
        for path, text in files.items():
            if path.startswith("python/src/") and path.endswith((".py", ".json")):
                file = folder / path.removeprefix("python/src/")
                try:
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(text, encoding="utf-8")
                except (OSError, ValueError) as error:
                    yield f"{path} cannot be written: {error}"
                    return
        said = self._import(folder)
        if said and "executed" in said:
            yield f"importing acts: {said['executed']}"
        elif said:
            yield f"importing fails: {said['failed']}"
        if list(self.folder.rglob(f"*{CANARY}*")):
            yield f"importing acts: there is a file {CANARY}"

    def _import(self, folder: Path) -> dict[str, str] | None:
        if self._importer is None:
            self._importer = subprocess.Popen(
                [sys.executable, importing.__file__],
                cwd=self.folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._importer.stdin is not None
        assert self._importer.stdout is not None
        self._importer.stdin.write(f"{folder}\n")
        self._importer.stdin.flush()
        said: dict[str, str] | None = json.loads(self._importer.stdout.readline())
        return said

    def close(self) -> None:
        """End the process that imports."""
        if self._importer and self._importer.stdin and self._importer.stdout:
            self._importer.stdin.close()
            self._importer.stdout.close()
            self._importer.wait()


def _last_frames() -> str:
    """Return where an exception was raised, and what it said, without the long texts in it."""
    kind, error, trace = sys.exc_info()
    frames = "; ".join(f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in traceback.extract_tb(trace)[-6:])
    return f"{getattr(kind, '__name__', '')}: {str(error)[:150]} ({frames})"


def _groups(edits: Sequence[Edit]) -> Iterator[list[Edit]]:
    """Return the edits in groups that stay small in bytes; names change other texts, so each is a group of its own."""
    group: list[Edit] = []
    for edit in edits:
        if edit[0].way != "value" or edit[0].name.endswith(SHORT):
            yield [edit]
            continue
        group.append(edit)
        if sum(len(text) for _, text in group) > _LARGEST:
            yield group
            group = []
    if group:
        yield group


def _old(trees: Trees, location: Location) -> str:
    if location.way != "value" and location.name.endswith(".*"):
        return str(location.steps[-1]).rpartition(".")[2]
    try:
        return text_of(at(trees[location.file], location.steps)) or ""
    except (KeyError, TypeError):
        return ""


def _renamed(path: str, names: Mapping[str, str]) -> str:
    for old, new in names.items():
        for form in (str, snake):
            if form(new) and form(new) != form(old):
                path = path.replace(form(new), form(old))
    return path


def _forms(text: str) -> list[str]:
    cased = (snake(text), pascal(text), camel(text), snake(text).upper(), text.upper(), text.lower())
    made = {text, *cased, re.sub(r"\W", "_", text)}
    # A name that Python needs is given another beginning or ending.
    made |= {
        needed
        for one in (text, snake(text), re.sub(r"\W", "_", text))
        if one
        for needed in (f"{one}_", f"_{one}", f"field_{one}", f"field{one}")
    }
    return sorted((one for one in made if one), key=len, reverse=True)


def _masked(part: str, words: Iterable[str]) -> str:
    for word in words:
        for form in _forms(word):
            part = part.replace(form, "\0")
    # A name that Python needs may have an underscore more, and so does a name that another is made of.
    return re.sub("_?\0_?", "\0", part)


def _new_parts(known: Structure, made: Structure, names: Mapping[str, str]) -> set[str]:
    """Return what a file is made of beside what it was made of: other names of the same things aside."""
    new = {part for part in made.parts - known.parts if part.replace(_OTHER_NAME, "") not in known.parts} - {_ALIAS}
    if new and names:
        words = [*names.keys(), *names.values(), HARMLESS]
        before = {_masked(part, words) for part in known.parts}
        new = {part for part in new if _masked(part, words) not in before}
    return new


def _is_stated(tree: Tree, name: str) -> bool:
    """Tell whether a name is a key in a catalogue."""
    held = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return (isinstance(tree, dict) and name in tree) or any(_is_stated(inner, name) for inner in held)


def _own_names(edits: Iterable[Edit]) -> set[str]:
    """Return the parts that only say a name: of what the text refers to, or a key of the catalogue.

    Python calls a field as its key when no name is in its text. Beside a field that is called as something built into
    Python, that has an alias.
    """
    keys = {form for location, text in edits for step in (*location.steps, text) for form in _forms(str(step))}
    hidden = {text for _, text in edits if hasattr(builtins, text)}
    return {
        *(f"{kind} {key}" for kind in ("name", "attribute", "keyword") for key in keys),
        *(f"import {name} from builtins" for name in hidden),
    }


def _lost_texts(path: str, known: Structure, made: Structure, words: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Report a text that is not whole where the text was that it replaced; labels are the beginning of a text.

    Of a large body derived ones have some of the members each, so that one that has the text is enough. Paths write a
    dot in a name as `\\.`.
    """
    gone: Counter[str] = Counter()
    for old, new in set(words):
        gone[new] += max(0, known.texts[old] - made.texts[old])
    for new, missing in gone.items():
        count = min(missing, 1) if path.startswith(_DERIVED) else missing
        if not new.strip() or made.texts[new] - known.texts[new] >= count:
            continue
        if 0 < known.texts[new] <= made.texts[new]:  # Two names that are the same may be said once.
            continue
        others, cased = made.texts - known.texts, {camel(new)} if path.startswith("typescript/") else set()
        parts = sum(
            number
            for text, number in others.items()
            if new in text
            or new in text.replace("\\.", ".")
            or (text.strip() and new.startswith(text))
            or text in cased
        )
        if parts < count:
            yield f"{path}: carries the text {parts} times in place of {count}"
            return
