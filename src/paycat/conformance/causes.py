"""Findings of a run in, the same findings with the lines of the catalogue that they go back to out."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from paycat.contract.model import Contract
from paycat.contract.places import place_of_file
from paycat.diagnostics import Diagnostic, FindingsError


@contextmanager
def traced(contract: Contract, shown: str) -> Iterator[None]:
    """Give findings about files in the output folder, called `shown`, the request that they were made for as cause.

    Raises the FindingsError of the block again, with causes.
    """
    try:
        yield
    except FindingsError as error:
        raise FindingsError(_traced(contract, found, shown) for found in error.diagnostics) from error


def _traced(contract: Contract, found: Diagnostic, shown: str) -> Diagnostic:
    if found.cause or not found.span.path.startswith(f"{shown}/"):
        return found
    return replace(found, cause=place_of_file(contract, found.span.path.removeprefix(f"{shown}/")))
