"""A project as it is explained: its catalogue, its contract, what was generated, and statements that have a name."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import get_origin

from paycat.catalogue.annotations import KeysRefer
from paycat.catalogue.constraints import Ruled
from paycat.catalogue.fields import RequestTable
from paycat.catalogue.methods import MethodStatement, OfferStatement, Samples, SampleStatement
from paycat.catalogue.reading import Catalogue, Stated
from paycat.catalogue.shapes import Item
from paycat.catalogue.statement import Statement, keys_of, noun_of
from paycat.conformance.run.output_folder import VALUES, VECTORS, vector_bytes
from paycat.contract.model import Contract
from paycat.contract.paths import ITEM, Steps
from paycat.files.reading import reject_conflicts
from paycat.lint.statements import Reference, references, statements
from paycat.project.workspace import GENERATED, Workspace, catalogue_of, contract_of

_READ = (".json", ".yaml", ".py", ".md")
_NOT_ARTEFACTS = ("contract/contract.", "editor/", "conformance/", "tools.json", "SHA256SUMS")
_COPIED = "_runtime"
"""The folder of code that is the same for every catalogue."""
_PART = re.compile('^ +"?x-part"?:', re.MULTILINE)
_DEFINITIONS = {
    ".json": '^ {{0,2}}"title": "{1}",?$|^ {{6}}"{0}":',
    ".yaml": '^title: "?{1}"?$|^ {{4}}"?{0}"?:',
    ".py": r"^class {0}\(|^{0} = ",
}
"""By ending, how a file defines a component: a document of its owner, a key of `components`; a class, or another name
of one."""
_STALE = "generated/ does not match schemas/; run `paycat generate`"
_MISSING = "generated/ has no contract yet; run `paycat generate`"


@dataclass(frozen=True, slots=True)
class NamedStatement:
    """A statement, or a text in a table, with its name there and its full name, such as RECORD.MEMBER."""

    statement: Stated[Statement]
    name: str
    qualified_name: str
    kind: str
    text: str = ""

    @property
    def owner(self) -> str:
        """The full name of what the item is in; empty for an entry of a file's own table."""
        outer_name = self.qualified_name.removesuffix(self.name).rstrip(".:/")
        return outer_name.removesuffix(":sample")

    @property
    def names(self) -> dict[str, None]:
        """Everything that the item is called: also the name that requests, answers or documents have for it."""
        alias = getattr(self.statement.value, "name", None)
        return dict.fromkeys([self.name, self.qualified_name, *([alias] if isinstance(alias, str) and alias else [])])


def kind_of(model: type[Statement]) -> str:
    """Return what people call the statements of a class: `field type` for FieldType."""
    return "constraint" if issubclass(model, Ruled) else noun_of(model)


def items(catalogue: Catalogue) -> Iterator[NamedStatement]:
    """Return every statement that has a name, file by file, each before those inside it."""
    names_by_path: dict[tuple[str, Steps], str] = {}
    for statement in statements(catalogue):
        outer_keys = ((statement.source.name, statement.path[:length]) for length in range(len(statement.path), -1, -1))
        outer_name = next((names_by_path[key] for key in outer_keys if key in names_by_path), "")
        names_by_path[statement.source.name, statement.path] = qualified_name = _full_name(statement, outer_name)
        has_name = statement.is_entry or isinstance(statement.value, RequestTable) or _is_section(statement)
        # Methods are explained as they are resolved, and constraints with what they apply to.
        if has_name and not isinstance(statement.value, MethodStatement | OfferStatement | Samples | Ruled):
            name = statement.name if statement.path else qualified_name
            yield NamedStatement(statement, name, qualified_name, _kind(statement))
        yield from _texts(statement, qualified_name)


def _is_section(statement: Stated[Statement]) -> bool:
    return 0 < len(statement.path) == len(statement.around)


def _full_name(statement: Stated[Statement], outer_name: str) -> str:
    """Return the names of what is around a statement and its own, with dots between them."""
    path = PurePosixPath(statement.source.name)
    if isinstance(statement.value, Samples):
        return f"{path.parent.name}.{path.stem}"
    if not statement.path:
        return path.stem if isinstance(statement.value, RequestTable | MethodStatement) else ""
    if isinstance(statement.value, OfferStatement):
        return f"{statement.name}.{outer_name}"
    if isinstance(statement.value, Item):
        return f"{outer_name}{ITEM}"
    if not statement.is_entry and not _is_section(statement):
        return outer_name
    separator = ":sample/" if isinstance(statement.value, SampleStatement) else "."
    return f"{outer_name}{separator}{statement.name}" if outer_name else statement.name


def _kind(statement: Stated[Statement]) -> str:
    """Return the kind of a statement; the key of its table is more precise than some classes: `violation code`."""
    kind = kind_of(type(statement.value))
    if not statement.is_entry:
        return kind if not statement.path else f"section of {statement.source.name}"
    table = str(statement.path[-2]).removesuffix("s").replace("_", " ") if len(statement.path) > 1 else ""
    return table if table.endswith(f" {kind}") else kind


def _texts(statement: Stated[Statement], qualified_name: str) -> Iterator[NamedStatement]:
    for key, member in keys_of(type(statement.value)).items():
        table = statement.value.value_of(key)
        is_table = isinstance(table, dict) and get_origin(member.described.annotation) is dict
        # Keys that refer to something are no names of their own.
        for name, text in table.items() if is_table and not member.marks(KeysRefer) else ():
            if isinstance(text, str):
                kind = key.removesuffix("s").replace("_", " ")
                holder = Stated(statement.source, (*statement.path, key, name), statement.value, statement.around)
                yield NamedStatement(holder, name, f"{qualified_name}.{name}" if qualified_name else name, kind, text)


@dataclass(frozen=True)
class Project:
    """A catalogue without errors, its contract, and the output folder on disk."""

    workspace: Workspace
    catalogue: Catalogue
    contract: Contract

    @cached_property
    def artefacts(self) -> dict[str, str]:
        """What integrators read, by path: texts of documents and of the package.

        Documents of a subset are left out, as they repeat the whole ones.
        """
        reject_conflicts(self.workspace.generated, GENERATED)
        texts = ((path, text) for path, text in self._texts() if not path.startswith(_NOT_ARTEFACTS))
        return {path: text for path, text in texts if not _PART.search(text)}

    @property
    def vector_files(self) -> dict[str, bytes]:
        """The files of vectors, by their names in findings."""
        generated_folder = self.workspace.generated
        reject_conflicts(generated_folder, GENERATED)
        paths = (path for folder in (VECTORS, VALUES) for path in sorted((generated_folder / folder).rglob("*.jsonl")))
        paths_by_name = {f"{GENERATED}/{path.relative_to(generated_folder).as_posix()}": path for path in paths}
        return {name: vector_bytes(path, name) for name, path in paths_by_name.items()}

    @cached_property
    def items(self) -> tuple[NamedStatement, ...]:
        """Every statement of the catalogue that has a name."""
        return tuple(items(self.catalogue))

    @cached_property
    def _qualified_names(self) -> dict[tuple[str, Steps], str]:
        return {(item.statement.source.name, item.statement.path): item.qualified_name for item in self.items}

    def nearest(self, statement: Stated[Statement]) -> str:
        """Return the full name of a statement, or of the nearest one around it that has a name."""
        outer_keys = ((statement.source.name, statement.path[:length]) for length in range(len(statement.path), -1, -1))
        return next((self._qualified_names[key] for key in outer_keys if key in self._qualified_names), "")

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every name that a statement of the catalogue has for something stated elsewhere."""
        return tuple(references(self.catalogue))

    @property
    def citations(self) -> Iterator[Reference]:
        """Every mention of a decision outside the registers: what depends on the decision."""
        decision_references = (reference for reference in self.references if reference.kind == "decision")
        return (reference for reference in decision_references if not reference.in_register)

    @property
    def note(self) -> str:
        """A warning if the output folder is not up to date; else empty."""
        file = self.workspace.generated / "contract" / "contract.json"
        if not file.is_file():
            return _MISSING
        contract_text = self.contract.text()
        return "" if vector_bytes(file, f"{GENERATED}/contract/contract.json") == contract_text.encode() else _STALE

    def _texts(self) -> Iterator[tuple[str, str]]:
        for path in sorted(self.workspace.generated.rglob("*")):
            if path.is_file() and path.suffix in _READ and _COPIED not in path.parts:
                name = path.relative_to(self.workspace.generated).as_posix()
                yield name, vector_bytes(path, f"{GENERATED}/{name}").decode("utf-8", errors="replace")


def read_project(workspace: Workspace) -> Project:
    """Return the project. Raises FindingsError when its catalogue has errors."""
    contract, _ = contract_of(workspace, anew=True)
    return Project(workspace, catalogue_of(workspace), contract)


def carrying_component(project: Project, name: str, owner: str = "") -> tuple[str, ...]:
    """Return the files that define a component, and so contain its members.

    `owner` is the component of the request that it is part of, if a request has it.
    """
    patterns = {suffix: form.format(re.escape(name), re.escape(owner or name)) for suffix, form in _DEFINITIONS.items()}
    path_groups = (_matching(project, suffix, pattern, {name, owner or name}) for suffix, pattern in patterns.items())
    return tuple(sorted(path for paths in path_groups for path in paths))


def carrying_mark(project: Project, marks: Collection[str]) -> tuple[str, ...]:
    """Return the files that have one of the marks."""
    return _matching(project, "", "|".join(rf"(?<![\w-]){re.escape(mark)}(?![\w-])" for mark in marks), marks)


def _matching(project: Project, suffix: str, pattern: str, words: Collection[str]) -> tuple[str, ...]:
    regex = re.compile(pattern, re.MULTILINE)
    # Most files have none of the words, and the pattern takes 50 times as long to say so.
    candidates = ((path, text) for path, text in project.artefacts.items() if any(word in text for word in words))
    return tuple(f"{GENERATED}/{path}" for path, text in candidates if path.endswith(suffix) and regex.search(text))
