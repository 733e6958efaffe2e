"""What the files of single methods state of all methods together.

Such a file has a contract with its own method alone: whatever it needs of the others is here, and nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.conformance.derive.derive import Ground, ground
from paycat.contract.members import FilledMember, members_of_record
from paycat.contract.model import Contract
from paycat.python.rules import error_codes


@dataclass(frozen=True, slots=True)
class AllMethods:
    """Facts of a whole contract.

    `requested` has the directions in which each method has a request, by its code, and `worded` the codes of violations
    that the generated package describes with pydantic's words. `members` are those of the record of each state machine,
    by its name, and `grounds` what the vectors of a direction have in common.
    """

    requested: Mapping[str, tuple[Direction, ...]]
    worded: tuple[str, ...]
    members: Mapping[str, tuple[FilledMember, ...]]
    grounds: Mapping[Direction, Ground]


def all_methods(contract: Contract) -> AllMethods:
    """Return what the methods of a contract have in common."""
    return AllMethods(
        requested={
            method.code: tuple(one for one in DIRECTIONS if method.offer(one).request) for method in contract.methods
        },
        worded=tuple(sorted({code for _, code in error_codes(contract)})),
        members={one.name: members_of_record(contract, one) for one in contract.interface.state_machines},
        grounds={one: ground(contract, one) for one in DIRECTIONS if any(contract.requests(one))},
    )
