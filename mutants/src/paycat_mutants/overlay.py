"""The generated package with one module's code replaced; what does not depend on that module is taken over as it is."""

import ast
import importlib.util
import sys
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType


class Overlay(MetaPathFinder):
    """Finds the modules of a package, of which one is replaced; made once, from the package as it is imported.

    What depends on the replaced one is run anew, but compiled once.
    """

    def __init__(self, package: str, folder: Path) -> None:
        self._package = package
        self._clean = _imported(package)
        self._files = {_name(package, folder, path): path for path in folder.rglob("*.py")}
        self._needs = {name: _imports(package, folder, path, self._files) for name, path in self._files.items()}
        self._code: dict[str, CodeType] = {}
        self._replaced: tuple[str, CodeType] | None = None
        self._affected: set[str] = set()

    @contextmanager
    def replacing(self, module: str, code: CodeType) -> Iterator[None]:
        """Let imports inside the `with` block find the code in place of a module's own."""
        name = f"{self._package}.{module}"
        self._replaced, self._affected = (name, code), self._dependents(name)
        sys.meta_path.insert(0, self)
        # A package has its modules as attributes, and `from package import module` takes what it has.
        inner = (self._affected & self._clean.keys()) - {self._package}
        attributes = [(*one.rpartition(".")[::2], self._clean[one]) for one in inner]
        for around, last, _ in attributes:
            vars(self._clean[around]).pop(last, None)
        try:
            yield
        finally:
            sys.meta_path.remove(self)
            for around, last, clean in attributes:
                setattr(self._clean[around], last, clean)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how a module is made: of the replaced code, of its own, or taken over; None for other packages."""
        if self._replaced and fullname == self._replaced[0]:
            return importlib.util.spec_from_loader(fullname, _Prepared(self._replaced[1]))
        if fullname in self._clean and fullname not in self._affected:
            return importlib.util.spec_from_loader(fullname, _Prepared(self._clean[fullname]))
        if fullname in self._files:
            return self._own(fullname, self._files[fullname])
        return None

    def _own(self, name: str, path: Path) -> ModuleSpec | None:
        if name not in self._code:
            self._code[name] = compile(path.read_bytes(), path, "exec", dont_inherit=True)
        within = [str(path.parent)] if path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            name, path, loader=_Prepared(self._code[name]), submodule_search_locations=within
        )

    def _dependents(self, name: str) -> set[str]:
        found = {name}
        while more := {one for one, needs in self._needs.items() if needs & found} - found:
            found |= more
        return found


class _Prepared(Loader):
    """Loads a module by running code, or one that has run already."""

    def __init__(self, prepared: CodeType | ModuleType) -> None:
        self._prepared = prepared

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._prepared if isinstance(self._prepared, ModuleType) else None

    def exec_module(self, module: ModuleType) -> None:
        if isinstance(self._prepared, CodeType):
            exec(self._prepared, module.__dict__)


@contextmanager
def imports_restored(package: str) -> Iterator[None]:
    """Let modules of a package be imported anew, and in the end put back those that were there before."""
    before = _imported(package)
    try:
        yield
    finally:
        for name in _imported(package):
            del sys.modules[name]
        sys.modules.update(before)


def _imported(package: str) -> dict[str, ModuleType]:
    return {name: module for name, module in sys.modules.items() if name.partition(".")[0] == package}


def _name(package: str, folder: Path, path: Path) -> str:
    steps = path.relative_to(folder).with_suffix("").parts
    return ".".join((package, *(steps[:-1] if steps[-1] == "__init__" else steps)))


def _imports(package: str, folder: Path, path: Path, modules: Container[str]) -> set[str]:
    # Not the packages around a module: they are imported before it, but it takes nothing of theirs.
    within = [package, *path.relative_to(folder).parent.parts]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = ".".join([*within[: len(within) - node.level + 1], *([node.module] if node.module else [])])
            inner = [f"{base}.{alias.name}" for alias in node.names]
            found |= {name if name in modules else base for name in inner}
    return found
