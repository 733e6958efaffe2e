"""Edits of a module that change one of its decisions.

The edits change what leads to a violation: limits, entries of tables, and in functions that raise (or that these call,
if they yield mistakes or return a bool) tests before a `raise`, comparisons, joined conditions, `any` and `all`. A
TypeError rejects no body: it reports a mistake of the program. A table of plain texts is documentation.
"""

import ast
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Self

from paycat.shapes.check_digits import ALGORITHMS
from paycat.shapes.constraints.bounds import neighbours
from paycat.shapes.constraints.number_range import NumberRange
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.decimals import DIGITS, Number, exact, is_multiple, places_of, plain_text, unit
from paycat_mutants.proofs import sent_length_proof, weaker_proof
from paycat_mutants.text_rules import READER, text_rule_changes

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
    in_paths = _path_parameters(tree)
    for statement in tree.body:
        yield from _constants(statement, in_paths)
    for function in _deciding(tree):
        for node in _own_nodes(function):
            for change, owner, field, new in _changes(node):
                yield CodeEdit(function.name, node.lineno, change, owner, field, new)


def _path_parameters(tree: ast.Module) -> set[str]:
    """Return the names of the parameters that are steps of a path."""
    lists = (one.value for one in ast.walk(tree) if isinstance(one, ast.keyword) and one.arg == "path_parameters")
    return {node.id for stated in lists for node in ast.walk(stated) if isinstance(node, ast.Name)}


def _deciding(tree: ast.Module) -> list[Functions]:
    # What raises a violation, what that calls, and so on; of what is called only what yields, or answers yes or no.
    functions = [node for node in ast.walk(tree) if isinstance(node, Functions)]
    rejecting = [one for one in functions if any(map(_rejects, _own_nodes(one)))]
    called = _called(functions, rejecting)
    return [one for one in functions if one in rejecting or (one in called and (_answers(one) or _yields(one)))]


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


def _rejects(node: ast.AST) -> bool:
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
        case ast.If() if any(map(_rejects, node.body)):
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


def _constants(statement: ast.stmt, in_paths: Collection[str]) -> Iterator[CodeEdit]:
    match statement:
        case ast.AnnAssign(annotation=annotation) if ast.unparse(annotation) == "dict[str, str]":
            return
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            yield from _values(name, statement, statement.value, in_path=name in in_paths)


def _values(name: str, statement: Any, value: ast.expr | None, *, in_path: bool) -> Iterator[CodeEdit]:
    match value:
        case ast.Constant(value=int(limit)):
            for other in (limit - 1, limit + 1):
                yield CodeEdit("", statement.lineno, f"{name} is {other}", statement, "value", ast.Constant(other))
        case ast.Dict(keys=keys, values=values):
            for index, key in enumerate(keys):
                rest = ast.Dict(keys[:index] + keys[index + 1 :], values[:index] + values[index + 1 :])
                words = f"{name} without {ast.unparse(key) if key else '**'}"
                yield CodeEdit("", statement.lineno, words, statement, "value", ast.fix_missing_locations(rest))
        case ast.Tuple():
            yield from _part_changes(name, value)
        case ast.Call(func=ast.Name(id="Parameter")):
            yield from _keyword_changes(name, value, in_path=in_path)
        case ast.Subscript():
            yield from _number_changes(name, value)


def _part_changes(name: str, parts: ast.Tuple) -> Iterator[CodeEdit]:
    """Return the changes of the body of an error: without what answers are compared by."""
    keywords = [node for node in ast.walk(parts) if isinstance(node, ast.keyword) and node.arg == "words"]
    first_words = {ast.literal_eval(keyword.value)[0]: keyword for keyword in keywords}
    for instead_of, word in _COMPARED_WORDS:
        if word in first_words and instead_of not in first_words:
            owner = first_words[word]
            yield CodeEdit("", owner.lineno, f"{name} without {word!r}", owner, "value", ast.Tuple([], ast.Load()))


_COMPARED_WORDS = (
    ("type", "slug"),
    ("slug", "type"),
    ("", "violations"),
    ("", "pointer"),
    ("pointer", "path"),
    ("", "code"),
)
"""What answers are compared by, each after what is read in its place where both are there."""


def _number_changes(name: str, annotation: ast.Subscript) -> Iterator[CodeEdit]:
    """Return the changes of the rules of a number type."""
    calls = [node for node in ast.walk(annotation) if isinstance(node, ast.Call)]
    if reader := next((call for call in calls if ast.unparse(call.func) == READER), None):
        for words, call, arguments, proof in text_rule_changes(reader):
            yield CodeEdit("", call.lineno, f"{name}: {words}", call, "args", arguments, proof)
        return
    rules = _NumberRules.of(calls)
    for call in calls:
        yield from _argument_changes(name, call, rules)


_OF_NO_DECISION = ("name", "argument", "default")
_KEYWORDS = {"least": "minLength", "most": "maxLength", "pattern": "pattern"}


def _keyword_changes(name: str, call: ast.Call, *, in_path: bool) -> Iterator[CodeEdit]:
    """Return the changes of a parameter's rules; one in a path is never left out or empty: the path is another then."""
    schema = _schema_of(call.keywords)
    for index, keyword in enumerate(call.keywords):
        others = call.keywords[:index], call.keywords[index + 1 :]
        if in_path and keyword.arg == "required":
            continue
        rule = _KEYWORDS.get(keyword.arg or "", "")
        for words, values in _other_values(keyword):
            changed = [*others[0], *values, *others[1]]
            after = _schema_of(changed)
            proof = weaker_proof(schema, rule, "", after)
            if "minLength" in schema:  # A whole number has none.
                proof = proof or sent_length_proof(schema, rule, after, least=in_path)
            yield CodeEdit("", call.lineno, f"{name}: {keyword.arg} {words}", call, "keywords", changed, proof)


def _other_values(keyword: ast.keyword) -> Iterator[tuple[str, list[ast.keyword]]]:
    if keyword.arg in _OF_NO_DECISION:
        return
    yield "removed", []
    match keyword.value:
        case ast.Constant(value=bool()):
            return
        case ast.Constant(value=int(bound)):
            for other in (bound - 1, bound + 1):
                yield f"is {other}", [ast.keyword(keyword.arg, ast.Constant(other))]


def _schema_of(keywords: list[ast.keyword]) -> dict[str, Any]:
    """Return what a parameter accepts, as a JSON Schema of a text, without which check digits are right."""
    stated = {one.arg: ast.literal_eval(one.value) for one in keywords}
    schema = {_KEYWORDS[name]: value for name, value in stated.items() if name in _KEYWORDS and "whole" not in stated}
    return {"pattern": ALGORITHMS[stated["check"]].pattern, **schema} if "check" in stated else schema


def _argument_changes(name: str, call: ast.Call, rules: "_NumberRules") -> Iterator[CodeEdit]:
    relation = _relation(call)
    if relation is None:
        for index, argument in enumerate(call.args):
            if isinstance(argument, ast.Call) and (inner := _relation(argument)):
                rest = [*call.args[:index], *call.args[index + 1 :]]
                words = f"{name} without {ast.unparse(argument)}"
                yield CodeEdit("", call.lineno, words, call, "args", rest, rules.proof(inner, None))
        return
    bound, code, *words_of_it = call.args
    for other in rules.next_bounds(relation, _number(bound)):
        new = ast.Call(ast.Name("Decimal", ast.Load()), [ast.Constant(plain_text(other))], [])
        words, proof = f"{name}: {ast.unparse(bound)} as {ast.unparse(new)}", rules.proof(relation, other)
        yield CodeEdit("", call.lineno, words, call, "args", [new, code, *words_of_it], proof)
    another = ast.Constant(f"not_{ast.literal_eval(code)}")
    words = f"{name}: {ast.unparse(code)} as {ast.unparse(another)}"
    yield CodeEdit("", call.lineno, words, call, "args", [bound, another, *words_of_it])


def _relation(call: ast.Call) -> Relation | None:
    """Return the relation of a call that makes a rule of numbers, such as `above(Decimal(0), ...)`."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    return next((one for one in Relation if name == one), None)


def _number(bound: ast.expr) -> Number:
    return exact(Decimal(ast.literal_eval(ast.unparse(bound).removeprefix("Decimal"))))


@dataclass(frozen=True, slots=True)
class _NumberRules:
    """What a number type asks of its numbers."""

    accepted: NumberRange

    @classmethod
    def of(cls, calls: list[ast.Call]) -> Self:
        """Return the rules of a type, of which `calls` are all calls."""
        accepted = NumberRange()
        for call in calls:
            if relation := _relation(call):
                accepted = accepted.narrowed(relation, _number(call.args[0]))
        return cls(accepted)

    def next_bounds(self, relation: Relation, bound: Number) -> tuple[Number, ...]:
        """Return the bounds next to one that decide otherwise, or one decimal place more and less of a step."""
        if relation is Relation.MULTIPLE:
            return (exact(bound * unit(1)), exact(bound * 10))
        return neighbours(bound, self.accepted.stated_step)

    def proof(self, relation: Relation, other: Number | None) -> str:
        """Return why another step makes no difference, None for none; nothing when it makes one."""
        step = self.accepted.stated_step
        if relation is not Relation.MULTIPLE or step is None or step != unit(places_of(step)):
            return ""
        if other is not None and other > 1:
            return "" if self._has_other_multiples(step, other) else "the bounds leave multiples of both steps alone"
        fewer, more = sorted((places_of(step), 2 * DIGITS if other is None else places_of(other)))
        if self.accepted.of_places(fewer + 1, more):
            return ""
        return "no number between the bounds needs more places than the one allows and no more than the other"

    def _has_other_multiples(self, step: Number, larger: Number) -> bool:
        """Tell whether a number between the bounds is a multiple of a step, and not of a larger one; of two, one is."""
        first = self.accepted.smallest()
        near = () if first is None else (first, exact(first + step))
        return first is None or any(self.accepted.has(one) and not is_multiple(one, larger) for one in near)
