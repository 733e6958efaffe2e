"""Edits of the source of a generated model that make one of its rules weaker or stricter."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_NONE = ast.Constant(None)
_ANY = ast.Name("object", ast.Load())  # To pydantic it is Any, and no module has to import it.
_RULES = ("min_length", "max_length", "pattern")
_COMBINATIONS, _CASES = "_accepted", "_cases"
_OTHER_TESTS = {"one_of": "other_than", "other_than": "one_of", "present": "absent", "absent": "present"}
_OWN_CODES = ("Codes", "ItemCodes")


@dataclass(frozen=True, slots=True)
class Edit:
    """A model replaced; `member` is the field that the edit is about, empty for the model itself."""

    original: ast.ClassDef
    member: str
    line: int
    change: str
    statement: ast.stmt

    @property
    def model(self) -> str:
        """The name of the model."""
        return self.original.name


def edits(model: ast.ClassDef) -> Iterator[Edit]:
    """Return every edit of a model; each one's `statement` is the whole class."""
    for index, statement in enumerate(model.body):
        for member, change, new in _changes(statement):
            body = [*model.body[:index], new, *model.body[index + 1 :]]
            changed = ast.ClassDef(model.name, model.bases, model.keywords, body, model.decorator_list)
            line = statement.lineno
            yield Edit(model, member, line, change, ast.copy_location(changed, model))


def closed(model: ast.ClassDef) -> Edit:
    """Return the edit that forbids further members."""
    return _with_extra(model, "closed", "forbid")


def opened(model: ast.ClassDef) -> Edit:
    """Return the edit that ignores further members."""
    return _with_extra(model, "open", "ignore")


def _with_extra(model: ast.ClassDef, change: str, extra: str) -> Edit:
    keywords = [*model.keywords, ast.keyword("extra", ast.Constant(extra))]
    changed = ast.ClassDef(model.name, model.bases, keywords, model.body, model.decorator_list)
    return Edit(model, "", model.lineno, change, ast.fix_missing_locations(ast.copy_location(changed, model)))


def _changes(statement: ast.stmt) -> Iterator[tuple[str, str, ast.stmt]]:
    match statement:
        case ast.AnnAssign(target=ast.Name(id=name)):
            for change, annotation, value in _field_changes(statement.annotation, statement.value):
                changed = ast.AnnAssign(statement.target, annotation, value, 1)
                yield name, change, ast.fix_missing_locations(ast.copy_location(changed, statement))
        case ast.Assign(targets=[ast.Name(id=name)]) if name == _COMBINATIONS:
            for change, stated in _combination_changes(ast.literal_eval(statement.value)):
                changed_conditions = ast.Assign(statement.targets, ast.parse(repr(stated), mode="eval").body)
                yield "", change, ast.fix_missing_locations(ast.copy_location(changed_conditions, statement))
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple(elts=cases)) if name == _CASES:
            for index, case in enumerate(cases):
                for change, new in (("dropped", []), *_case_changes(case)):
                    kept_cases = ast.Tuple([*cases[:index], *new, *cases[index + 1 :]], ast.Load())
                    assigned = ast.copy_location(ast.Assign(statement.targets, kept_cases), statement)
                    yield "", f"case {index} {change}", ast.fix_missing_locations(assigned)


def _case_changes(case: ast.expr) -> Iterator[tuple[str, list[ast.expr]]]:
    """Return every change of a case, with what is in its place."""
    assert isinstance(case, ast.Call), "each case is one"
    given, path, requirement, *types = case.args
    assert isinstance(given, ast.Tuple), "what decides is listed"
    for index, test in enumerate(given.elts):
        assert isinstance(test, ast.Call), "each is what a member must be"
        tests = [*_test_changes(test), *([("dropped", [])] if len(given.elts) > 1 else [])]
        for change, new in tests:
            new_given = ast.Tuple([*given.elts[:index], *new, *given.elts[index + 1 :]], ast.Load())
            yield f"given {index} {change}", [ast.Call(case.func, [new_given, path, requirement, *types], [])]
    if types and ast.literal_eval(requirement):
        yield "made optional", [ast.Call(case.func, [given, path, ast.Constant(""), *types], [])]
    for type_annotation in types:
        kind, rest = _taken_apart(type_annotation)
        for number, note in enumerate(rest):
            for change, new_notes in _rule_changes(note):
                changed = _together(kind, [*rest[:number], *new_notes, *rest[number + 1 :]])
                yield change, [ast.Call(case.func, [given, path, requirement, changed], [])]


def _test_changes(test: ast.Call) -> Iterator[tuple[str, list[ast.expr]]]:
    path, word, *values = test.args
    other = _OTHER_TESTS[ast.literal_eval(word)]
    yield other, [ast.Call(test.func, [path, ast.Constant(other), *values], [])]
    listed = ast.literal_eval(values[0]) if values else ()
    for index in range(len(listed)) if len(listed) > 1 else ():
        fewer = ast.parse(repr((*listed[:index], *listed[index + 1 :])), mode="eval").body
        yield f"without {listed[index]!r}", [ast.Call(test.func, [path, word, fewer], [])]


Field = tuple[str, ast.expr, ast.expr | None]


def _field_changes(annotation: ast.expr, value: ast.expr | None) -> Iterator[Field]:
    kind, rest = _taken_apart(annotation)
    if value is not None:
        yield "required", _together(_without_none(kind), rest), None
    else:
        yield "optional", _together(ast.BinOp(kind, ast.BitOr(), _NONE), rest), _NONE
    for change, other in _type_changes(_without_none(kind)):
        optional = ast.BinOp(other, ast.BitOr(), _NONE) if value is not None else other
        yield change, _together(optional, rest), value
    for index, call in enumerate(rest):
        for change, new in _rule_changes(call):
            yield change, _together(kind, [*rest[:index], *new, *rest[index + 1 :]]), value


def _taken_apart(annotation: ast.expr) -> tuple[ast.expr, list[ast.expr]]:
    match annotation:
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[kind, *rest])):
            return kind, rest
    return annotation, []


def _together(kind: ast.expr, rest: list[ast.expr]) -> ast.expr:
    if not rest:
        return kind
    return ast.Subscript(ast.Name("Annotated", ast.Load()), ast.Tuple([kind, *rest], ast.Load()), ast.Load())


def _without_none(kind: ast.expr) -> ast.expr:
    match kind:
        case ast.BinOp(left=left, right=ast.Constant(value=None)):
            return left
    return kind


def _type_changes(kind: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if ast.unparse(kind) == "dict[str, Any]":
        yield "any value", _ANY
        yield "texts alone", ast.parse("dict[str, str]", mode="eval").body
        return
    if ast.unparse(kind) != "Any":
        yield "any value", _ANY
    match kind:
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Constant(value=str(text))):
            yield "any text", ast.Name("str", ast.Load())
            yield "another text", ast.Subscript(kind.value, ast.Constant(f"{text}X"), ast.Load())
            if text.lower() != text:
                also = ast.Tuple([kind.slice, ast.Constant(text.lower())], ast.Load())
                yield "lower case too", ast.Subscript(kind.value, also, ast.Load())
        case ast.Name(id="str"):
            yield "also a number", ast.BinOp(kind, ast.BitOr(), ast.Name("int", ast.Load()))


def _rule_changes(note: ast.expr) -> Iterator[tuple[str, list[ast.expr]]]:
    if not isinstance(note, ast.Call) or not isinstance(note.func, ast.Name):
        return
    if note.func.id in _OWN_CODES:
        yield "own codes removed", []
        return
    for keyword in note.keywords:
        if keyword.arg in _RULES:
            yield f"{keyword.arg} removed", [_with_keyword(note, keyword, None)]
            match keyword.value:
                case ast.Constant(value=int(bound)):
                    for other, words in ((bound + 1, "one more"), (bound - 1, "one less")):
                        yield f"{keyword.arg} {words}", [_with_keyword(note, keyword, ast.Constant(other))]


Combinations = tuple[tuple[tuple[str, ...], ...], ...]


def _combination_changes(stated: Combinations) -> Iterator[tuple[str, Combinations]]:
    yield "combinations removed", ()
    for number, combinations in enumerate(stated):
        names = dict.fromkeys(name for names in combinations for name in names)
        for index, chosen in enumerate(combinations):
            others = (combinations[:index], combinations[index + 1 :])
            for words, new in _choice_changes(chosen, list(names)):
                replaced = (*others[0], *(() if new is None else (new,)), *others[1])
                yield f"combination {index + 1} {words}", (*stated[:number], replaced, *stated[number + 1 :])


def _choice_changes(chosen: tuple[str, ...], names: list[str]) -> Iterator[tuple[str, tuple[str, ...] | None]]:
    yield "dropped", None
    for name in chosen:
        yield f"without {name}", tuple(other for other in chosen if other != name)
    yield from ((f"also {name}", (*chosen, name)) for name in names if name not in chosen)


def _with_keyword(call: ast.Call, keyword: ast.keyword, value: ast.expr | None) -> ast.Call:
    changed = [] if value is None else [ast.keyword(keyword.arg, value)]
    location = call.keywords.index(keyword)
    return ast.Call(call.func, call.args, [*call.keywords[:location], *changed, *call.keywords[location + 1 :]])
