"""Changes of the rules of decimal numbers in texts, in the module of number types of the generated package."""

import ast
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from paycat.packages.python.rules import rule_function
from paycat.shapes.constraints import KINDS, kinds_of
from paycat.shapes.constraints.bounds import neighbours
from paycat.shapes.constraints.decimal_form import DECIMAL
from paycat.shapes.constraints.decimal_places import DecimalPlaces
from paycat.shapes.constraints.decimal_text import text_lost
from paycat.shapes.constraints.format import Format
from paycat.shapes.constraints.multiple_of import MultipleOf
from paycat.shapes.constraints.relations import Measure
from paycat.shapes.decimals import Number, exact, plain_text, unit
from paycat.shapes.patterns.side_by_side import Shortest

READER = "exact_text"
"""The function of the runtime that reads such a number."""

Change = tuple[str, ast.Call, list[ast.expr], str]
"""What was done in words, the call, its arguments now, and why that makes no difference; "" where it makes one."""

_FORM = {Format.keyword: DECIMAL.name}
_KEYWORDS: Mapping[str, str] = {rule_function(kind): kind.keyword for kind in kinds_of("string", _FORM)}
_ANY_DIGITS = 10**9
_IMPLIED = "every text that keeps the rules before keeps it"
_SAME = "both bounds leave the same texts"


def text_rule_changes(reader: ast.Call) -> Iterator[Change]:
    """Return the changes of one type: without each rule, with the next bounds, with another code."""
    calls = [one for one in reader.args if isinstance(one, ast.Call)]
    stated = [(_KEYWORDS[ast.unparse(call.func)], _bound(call)) for call in calls]
    for index, (call, (keyword, bound)) in enumerate(zip(calls, stated, strict=True)):
        before = {**_FORM, **dict(stated[:index])}
        implied = _IMPLIED if text_lost(before, {**before, keyword: bound}) == Shortest(None) else ""
        rest = [*reader.args[:index], *reader.args[index + 1 :]]
        yield f"without {ast.unparse(call)}", reader, rest, implied
        _, code, *words = call.args
        another = ast.Constant(f"not_{ast.literal_eval(code)}")
        yield f"{ast.unparse(code)} as {ast.unparse(another)}", call, [call.args[0], another, *words], implied
        for other in _next_bounds(keyword, bound, dict(stated)):
            bounds = [{**before, keyword: one} for one in (bound, other)]
            lost = [text_lost(*pair) for pair in (bounds, bounds[::-1])]
            same = _SAME if lost == [Shortest(None)] * 2 else ""
            written = _written(keyword, other)
            change = f"{ast.unparse(call.args[0])} as {ast.unparse(written)}"
            yield change, call, [written, code, *words], same


def _bound(call: ast.Call) -> Any:
    value = ast.literal_eval(ast.unparse(call.args[0]).removeprefix("Decimal"))
    is_number = KINDS[_KEYWORDS[ast.unparse(call.func)]].measure is Measure.NUMBER
    return exact(Decimal(value)) if is_number else value


def _written(keyword: str, bound: Any) -> ast.expr:
    if KINDS[keyword].measure is not Measure.NUMBER or keyword == DecimalPlaces.keyword:
        return ast.Constant(bound)
    return ast.Call(ast.Name("Decimal", ast.Load()), [ast.Constant(plain_text(bound))], [])


def _next_bounds(keyword: str, bound: Any, stated: Mapping[str, Any]) -> tuple[Number, ...]:
    """Return the bounds next to one; a pattern has none, as its mutants are those of the schemas."""
    if isinstance(bound, str):
        return ()
    if keyword == MultipleOf.keyword:
        return (exact(bound * unit(1)), exact(bound * 10))
    if KINDS[keyword].measure is not Measure.NUMBER or keyword == DecimalPlaces.keyword:
        return tuple(one for one in (bound - 1, bound + 1) if one >= 0)
    places = stated.get(DecimalPlaces.keyword)
    return neighbours(bound, None if places is None else unit(places), _ANY_DIGITS)
