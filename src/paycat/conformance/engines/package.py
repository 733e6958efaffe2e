"""The generated Python package as engines import it: from the output folder, whatever was imported before."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span


class Package:
    """A generated package, imported afresh; its modules stay usable when another one of the same name is imported."""

    def __init__(self, contract: Contract, generated: Path) -> None:
        self._name = contract.service.package
        self._source = generated / "python" / "src"
        self._modules: dict[str, ModuleType] = {}
        if not (self._source / self._name).is_dir():
            raise FindingsError(
                [
                    Diagnostic(
                        "not-generated",
                        Span(self._source.relative_to(generated.parent).as_posix()),
                        "the Python package is not there",
                        "run paycat generate",
                    )
                ]
            )
        for name in [name for name in sys.modules if name.partition(".")[0] == self._name]:
            del sys.modules[name]
        importlib.invalidate_caches()

    def module(self, name: str) -> ModuleType:
        """Return a module of the package, such as `parsing`."""
        if name not in self._modules:
            sys.path.insert(0, str(self._source))
            try:
                self._modules[name] = importlib.import_module(f"{self._name}.{name}")
            finally:
                sys.path.remove(str(self._source))
        return self._modules[name]
