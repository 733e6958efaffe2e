"""A file is called like the method that it holds.

Why: the method code is the one name by which samples, documents and people find a method.
Fix: rename the file, or correct the `method_code` in it.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic

ID = "R-20"
MISNAMED = "misnamed-file"
NEEDS: tuple[str, ...] = ()


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the method files whose name is not their method code."""
    for name, source in catalogue.methods.items():
        code = source.value.method_code
        if code != name:
            message = f"the file is called {name}.yaml, and its method_code is {code!r}"
            yield Diagnostic(MISNAMED, source.at("method_code"), message, "give both the same name")
