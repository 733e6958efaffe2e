"""A vector by the contract itself, with nothing generated in between: what engines are held against."""

from paycat.contract.judge import dispatch, judge
from paycat.contract.model import Contract, Refusal
from paycat.vectors.model import Stage, Vector

STAGES: tuple[Stage, ...] = ("dispatch", "fields")
"""The stages of which a contract has an opinion; `text` is about readers, `schema` about artefacts."""


def meant(contract: Contract, vector: Vector) -> tuple[Refusal, ...]:
    """Return what a contract refuses in the body of a vector of one of the stages, by pointer and code."""
    request = dispatch(contract, vector.direction, vector.payload)
    return (request,) if isinstance(request, Refusal) else judge(request, vector.payload)
