"""`check`: the algorithm by which the check digits of a text are right, one of `paycat.shapes.check_digits`."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from paycat.shapes.check_digits import ALGORITHMS
from paycat.shapes.constraints.aspects import CHECK
from paycat.shapes.constraints.kind import Kind, Named, Sampled, Schema, SchemaChange, with_blanks
from paycat.shapes.constraints.length import EMOJI
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import ConstraintKey, Phrase, having

_MOST_KNOWN = 9
_CYCLES = ("0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
_BENGALI = str.maketrans(_CYCLES[0], "".join(chr(0x09E6 + digit) for digit in range(10)))
_NEXT = {sign: following for cycle in _CYCLES for sign, following in pairwise(cycle + cycle[0])}


class CheckDigits(Kind):
    keyword = "check"
    json_types = ("string",)
    relation = Relation.CHECKED
    aspect = CHECK
    statement = ConstraintKey(
        "check", "algorithm", ("text",), "What the check digits of the text are; it has no blanks or hyphens."
    )
    code = "check_digits"
    schema_keyword = "x-check"
    error = "check_digits"
    can_be_lost = True

    def fault(self, name: Any, max_bytes: int) -> str | None:
        return None if name in ALGORITHMS else "no algorithm that paycat knows"

    def phrase(self, name: Any) -> Phrase:
        return having(f"valid check digits ({ALGORITHMS[name].title})")

    def limitation(self, name: Any) -> str | None:
        how = f"so they are annotated as {self.schema_keyword}; models and server check them"
        return f"JSON Schema cannot compute check digits, {how}."

    def rejects_by(self, keyword: str, schema: Schema) -> bool:
        """Return that no keyword rejects for it: the one that it has is an annotation."""
        return False

    def schema_changes(self, name: str, schema: Schema) -> Iterator[SchemaChange]:
        yield from ()

    def breaking(self, field: Sampled) -> Iterator[Named]:
        """Return texts with another sign at each place, with neighbours swapped, and with signs that no one skips."""
        text = field.value
        for place, sign in enumerate(text):
            yield f"other_{place + 1}", text[:place] + _NEXT.get(sign, sign) + text[place + 1 :]
        for place, (left, right) in enumerate(pairwise(text)):
            yield f"swapped_{place + 1}", text[:place] + right + left + text[place + 2 :]
        yield from (*with_blanks(text), ("separated", "-".join(text)), ("beyond_ascii", EMOJI * len(text)))
        yield "bengali", text.translate(_BENGALI)

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return some of the numbers that belong to nobody, of each list."""
        if self.keyword in field.bounds:
            numbers = ALGORITHMS[str(field.bounds[self.keyword])].numbers
            yield from ((f"known_{text}", text) for text in numbers[:: -(-len(numbers) // _MOST_KNOWN)])

    def texts(self, name: Any) -> str:
        return ALGORITHMS[name].pattern

    def known(self, name: Any) -> tuple[str, ...]:
        return ALGORITHMS[name].numbers

    def corrected(self, name: Any, text: str) -> Iterator[str]:
        return ALGORITHMS[name].corrected(text)
