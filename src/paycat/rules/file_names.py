"""A method's file is called like the method code in it.

Why: the method code is the one name by which people, samples and documents find a method. Under two names the samples
of a method seem to belong to nothing, and a reader opens the wrong file.

Example: in schemas/methods/SEPA_DEBIT.yaml

    method_code: SEPA_DEBITS

is found as

    schemas/methods/SEPA_DEBIT.yaml:3:14 error misnamed-file: the file is called SEPA_DEBIT.yaml, and its method_code is
      'SEPA_DEBITS'; give both the same name

Fix: rename the file, or correct the `method_code` in it. The samples files of the method have the same name.
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
