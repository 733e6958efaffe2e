"""The source of a module that decides in; edits that change one of its decisions out.

Changed is what leads to a refusal: tests before a `raise`, comparisons, joined conditions, `any` and `all` in functions
that raise, and in those that they call which yield mistakes or answer yes or no; limits, and the entries of tables. A
TypeError refuses no body: it tells a programmer of a mistake. A table of plain texts holds words.
"""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Self

from paycat.conformance.mutants.schema_changes import neighbours
from paycat.decimals import DIGITS, Number, exact, of_places_between, plain_text

_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
Functions = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class CodeEdit:
    """One node of a tree replaced; `function` is empty at the level of the module."""

    function: str
    line: int
    change: str
    owner: Any
    field: str
    new: Any
    proof: str = ""
    """Why the module means the same afterwards, where that is proven."""

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Change the tree, and change it back."""
        old = getattr(self.owner, self.field)
        setattr(self.owner, self.field, self.new)
        ast.fix_missing_locations(self.owner)
        try:
            yield
        finally:
            setattr(self.owner, self.field, old)


def code_edits(tree: ast.Module) -> Iterator[CodeEdit]:
    """Return every edit of a module."""
    for statement in tree.body:
        yield from _constants(statement)
    for function in _deciding(tree):
        for node in _own_nodes(function):
            for change, owner, field, new in _changes(node):
                yield CodeEdit(function.name, node.lineno, change, owner, field, new)


def _deciding(tree: ast.Module) -> list[Functions]:
    # What raises a refusal, what that calls, and so on; of what is called only what yields, or answers yes or no.
    functions = [node for node in ast.walk(tree) if isinstance(node, Functions)]
    refusing = [one for one in functions if any(map(_refuses, _own_nodes(one)))]
    called = _called(functions, refusing)
    return [one for one in functions if one in refusing or (one in called and (_answers(one) or _yields(one)))]


def _called(functions: list[Functions], callers: list[Functions]) -> list[Functions]:
    found = list(callers)
    for caller in found:  # grows while it is gone through
        names = {
            node.func.id for node in ast.walk(caller) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        found += [one for one in functions if one.name in names and one not in found]
    return found


def _answers(function: Functions) -> bool:
    return isinstance(function.returns, ast.Name) and function.returns.id == "bool"


def _yields(function: Functions) -> bool:
    return any(isinstance(node, ast.Yield) for node in _own_nodes(function))


def _refuses(node: ast.AST) -> bool:
    match node:
        case ast.Raise(exc=ast.Call(func=ast.Name(id="TypeError"))):
            return False
        case ast.Raise():
            return True
    return False


def _own_nodes(function: Functions) -> Iterator[Any]:
    # Without those of the functions inside, which have their own turn.
    for node in ast.iter_child_nodes(function):
        if not isinstance(node, Functions):
            yield from _nodes(node)


def _nodes(node: ast.AST) -> Iterator[Any]:
    yield node
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, Functions):
            yield from _nodes(inner)


def _changes(node: ast.AST) -> Iterator[tuple[str, Any, str, Any]]:
    match node:
        case ast.If() if any(map(_refuses, node.body)):
            yield f"never: {ast.unparse(node.test)}", node, "test", ast.Constant(False)
            yield f"always: {ast.unparse(node.test)}", node, "test", ast.Constant(True)
        case ast.Compare(ops=[operator]):
            opposite = _OPPOSITE[type(operator)]()
            yield f"{ast.unparse(node)} with {type(opposite).__name__}", node, "ops", [opposite]
        case ast.BoolOp(values=values, op=operator):
            neutral = ast.Constant(isinstance(operator, ast.And))
            for index, value in enumerate(values):
                rest = [*values[:index], neutral, *values[index + 1 :]]
                yield f"without the condition {ast.unparse(value)}", node, "values", rest
        case ast.Call(func=ast.Name(id="any" | "all" as name)):
            other = "all" if name == "any" else "any"
            yield f"{ast.unparse(node)} with {other}", node, "func", ast.Name(other, ast.Load())
        case ast.Return(value=ast.Constant(value=bool(answer))):
            yield f"returns {not answer}", node, "value", ast.Constant(not answer)


def _constants(statement: ast.stmt) -> Iterator[CodeEdit]:
    match statement:
        case ast.AnnAssign(annotation=annotation) if ast.unparse(annotation) == "dict[str, str]":
            return
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            yield from _values(name, statement, statement.value)


def _values(name: str, statement: Any, value: ast.expr | None) -> Iterator[CodeEdit]:
    match value:
        case ast.Constant(value=int(limit)):
            for other in (limit - 1, limit + 1):
                yield CodeEdit("", statement.lineno, f"{name} is {other}", statement, "value", ast.Constant(other))
        case ast.Dict(keys=keys, values=values):
            for index, key in enumerate(keys):
                rest = ast.Dict(keys[:index] + keys[index + 1 :], values[:index] + values[index + 1 :])
                words = f"{name} without {ast.unparse(key) if key else '**'}"
                yield CodeEdit("", statement.lineno, words, statement, "value", ast.fix_missing_locations(rest))
        case ast.Subscript():
            calls = [node for node in ast.walk(value) if isinstance(node, ast.Call)]
            rules = _NumberRules.of(calls)
            for call in calls:
                yield from _argument_changes(name, call, rules)


def _argument_changes(name: str, call: ast.Call, rules: "_NumberRules") -> Iterator[CodeEdit]:
    for index, argument in enumerate(call.args):
        others = [call.args[:index], call.args[index + 1 :]]
        if isinstance(argument, ast.Call) and not _is_call_of(call, "Decimal"):
            words = f"{name} without {ast.unparse(argument)}"
            proof = rules.proof(None) if _is_call_of(argument, "_places") else ""
            yield CodeEdit("", call.lineno, words, call, "args", [*others[0], *others[1]], proof)
        if isinstance(argument, ast.Constant):
            for other in rules.next_numbers(call, argument.value):
                words = f"{name}: {ast.unparse(argument)} as {ast.unparse(other)}"
                proof = rules.proof(ast.literal_eval(other)) if _is_call_of(call, "_places") else ""
                yield CodeEdit("", call.lineno, words, call, "args", [*others[0], other, *others[1]], proof)


def _is_call_of(call: ast.Call, name: str) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == name


@dataclass(frozen=True, slots=True)
class _NumberRules:
    """What a number type asks of its numbers; None where it asks nothing."""

    low: Number | None
    high: Number | None
    places: int | None

    @classmethod
    def of(cls, calls: list[ast.Call]) -> Self:
        """Return the rules of a type, of which `calls` are all calls."""
        stated = {
            call.func.id: ast.unparse(call.args[0]) for call in calls if isinstance(call.func, ast.Name) and call.args
        }
        low, high = (_bound(stated.get(name)) for name in ("_above", "_at_most"))
        return cls(low, high, int(stated["_places"]) if "_places" in stated else None)

    def next_numbers(self, call: ast.Call, value: Any) -> list[ast.Constant]:
        """Return the arguments next to one of a call: bounds that decide otherwise, or one place more and less."""
        if not _is_call_of(call, "Decimal"):
            return [ast.Constant(value - 1), ast.Constant(value + 1)]
        return [ast.Constant(plain_text(bound)) for bound in neighbours(exact(Decimal(value)), self.places)]

    def proof(self, other: int | None) -> str:
        """Return why another number of decimal places makes no difference, or nothing when it makes one."""
        if self.places is None:
            return ""
        fewer, more = sorted((self.places, 2 * DIGITS if other is None else other))
        if of_places_between(self.low, self.high, fewer + 1, more):
            return ""
        return "no number between the bounds needs more places than the one allows and no more than the other"


def _bound(call: str | None) -> Number | None:
    return exact(Decimal(ast.literal_eval(call.removeprefix("Decimal")))) if call else None
