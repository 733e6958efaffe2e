"""`zeros`: with how many zeros every number ends."""

from typing import Any

from paycat.shapes.constraints.aspects import ValueAspect
from paycat.shapes.constraints.bounds import StepKind
from paycat.shapes.constraints.kind import Bound, Sampled
from paycat.shapes.constraints.number_range import STEP_NOTE
from paycat.shapes.constraints.statement import ConstraintKey, Phrase, count


class Zeros(StepKind):
    """With how many zeros every number ends."""

    keyword = "zeros"
    aspect = ValueAspect("zeros", "end with so many zeros:")
    statement = ConstraintKey("zeros", "number", ("decimal",), "Zeros that every number ends with.")
    error = "zeros"
    class_word = "Zeros"

    def compared(self, bound: Bound) -> int:
        return 10 ** int(bound)

    def phrase(self, bound: Any) -> Phrase:
        said = count(bound, "zero")
        return Phrase(f"ending with {said}", f"must end with {said}", f"Send a number that ends with {said}")

    def schema(self, bound: Any) -> dict[str, Any]:
        return {STEP_NOTE: self.compared(bound)}

    def limitation(self, bound: Any) -> str | None:
        return "The test says it in an annotation alone."

    def rejects_by(self, keyword: str, schema: Any) -> bool:
        return False

    def breaking(self, sampled: Sampled) -> Any:
        yield "one_more", sampled.value + 1
        yield "one_less", sampled.value - 1
        yield "half_a_step", sampled.value + self.compared(sampled.bounds[self.keyword]) // 2
        yield from self.ends_beside(sampled)

    def edges(self, sampled: Sampled) -> Any:
        if self.keyword in sampled.bounds:
            yield "next", sampled.value + self.compared(sampled.bounds[self.keyword])
