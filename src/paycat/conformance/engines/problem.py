"""A problem document in, the refusals that it stands for out."""

from typing import Any

from paycat.catalogue.directions import Direction
from paycat.contract.judge import method_member
from paycat.contract.model import Contract, Refusal
from paycat.contract.pointers import ROOT, pointer

_OF_THE_METHOD = ("unknown_method", "unavailable_direction")


def refusals_in(contract: Contract, direction: Direction, document: dict[str, Any]) -> set[Refusal]:
    """Return the refused fields of a problem, or the problem itself when an earlier stage refused.

    A problem about the method points at the member that names it, any other at the body.
    """
    slug = str(document.get("type", "")).removeprefix(contract.interface.problem_base)
    if slug == contract.interface.problem("invalid_fields").slug:
        return {Refusal(code=error["code"], pointer=error["pointer"]) for error in document["errors"]}
    about_method = slug in {contract.interface.problem(cause).slug for cause in _OF_THE_METHOD}
    place = pointer([method_member(contract, direction)]) if about_method else ROOT
    return {Refusal(code=slug, pointer=place)}
