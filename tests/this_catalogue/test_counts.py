"""How much the catalogue states, in counts.txt: a line that changes is a statement of the specification more or less.

`make update-cases PYTEST=tests/this_catalogue` writes it anew.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from expected_files import Expect
from projects import DIRECTIONS

from paycat.contract.model import Contract

COUNTS = Path(__file__).parent / "counts.txt"


def test_counts(contract: Contract, expect: Expect) -> None:
    expect(COUNTS, "".join(f"{line}\n" for line in counts(contract)))


def counts(contract: Contract) -> Iterator[str]:
    """Yield what the catalogue holds and how often, one line each."""
    yield f"methods: {len(contract.methods)}"
    offers = Counter(method.offer(direction).availability for method in contract.methods for direction in DIRECTIONS)
    yield from (f"directions of methods that are {word}: {count}" for word, count in sorted(offers.items()))
    for direction in DIRECTIONS:
        requests = list(contract.requests(direction))
        yield f"requests, {direction}: {len(requests)}"
        fields = [field for request in requests for field in request.root.fields()]
        yield f"fields of them: {len(fields)}"
        types = Counter(field.type_or_shape for field in fields)
        yield from (f"fields of them of type {name}: {count}" for name, count in sorted(types.items()))
        levels = Counter(
            field.requirement if (field := request.by_role("country")) else "not there" for request in requests
        )
        yield from (f"requests whose country is {level}: {count}" for level, count in sorted(levels.items()))
    for name, register in (("gaps", contract.gaps), ("decisions", contract.decisions), ("errata", contract.errata)):
        yield f"{name}: {', '.join(one.id for one in register)}"
