"""Each record, member, parameter and header says once what its value looks like, with keys that fit.

Why: a length says nothing of a number, and a list of values nothing of an object: the key would limit nothing, and
nobody would be told. Where two keys say what a value looks like, readers believe different ones.

Example: in schemas/interface/records.yaml

    text: { shape: boolean, length: ..200, meaning: The reason in a sentence. }

is found as

    schemas/interface/records.yaml:74:31 error unfit-key: a value of the shape `boolean` has no `length`; remove it, or
      choose another shape

Fix: keep one of `shape`, `type`, `echo`, `record`, `variants` and `members`, and the keys that fit it. A list says `of`
what it is, a choice lists its `values`, and a union has a `discriminator`.
"""

from collections.abc import Iterator

from paycat.catalogue.constraints import Ruled
from paycat.catalogue.reading import Catalogue
from paycat.catalogue.shapes import Limit, Shape
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.rules.views.shapes import StatedShape, shapes
from paycat.shapes.constraints import STATEMENTS

ID = "R-45"
MISSING = "missing-shape"
SEVERAL = "several-shapes"
UNFIT = "unfit-key"
INCOMPLETE = "incomplete-shape"
REPEATED = "repeated-value"
NEEDS: tuple[str, ...] = ("types.yaml", "requests")

_SAYING = ("shape", "type", "echo", "record", "variants", "members")
"""The keys that say what a value looks like."""


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report shapes that say nothing, too much, or what does not fit."""
    for shape in shapes(catalogue):
        yield from faults(catalogue, shape)


def faults(catalogue: Catalogue, shape: StatedShape) -> Iterator[Diagnostic]:
    """Return what is wrong with one shape, without those inside it."""
    saying = [key for key in _SAYING if getattr(shape.value, key, None)]
    if not saying and not shape.has_unknown_keys:
        message = "nothing says what the value looks like"
        yield Diagnostic(MISSING, shape.at(key=True), message, "write `shape: text`, for instance")
    elif len(saying) > 1 and not (saying == ["shape", "members"] and shape.value.shape == "object"):
        message = f"`{saying[0]}` says what the value looks like, and `{saying[1]}` says it again"
        yield Diagnostic(SEVERAL, shape.at(saying[1], key=True), message, "keep one of them")
    elif saying:
        yield from _of_one(catalogue, shape, saying[0])


def _of_one(catalogue: Catalogue, shape: StatedShape, said: str) -> Iterator[Diagnostic]:
    of_shape = {"shape": shape.value.shape, "members": "object"}.get(said) or said
    name = shape.resolved(catalogue).shape if said in ("type", "echo") else of_shape
    if said in ("type", "echo") and name == "any":
        return  # The name is unknown, and reported.
    for key in _unfit(shape, said, name):
        called = f"a value of the shape `{name}`" if said != name else f"a value that `{said}` says"
        hint = "remove it, or choose another shape"
        yield Diagnostic(UNFIT, shape.at(key, key=True), f"{called} has no `{key}`", hint)
    for key, rule in shape.value.all_stated.items():
        yield from _of_rule(shape, key, rule, name)
    needed = {"choice": "values", "list": "of", "variants": "discriminator"}.get(name)
    if needed and said in ("shape", "variants") and not getattr(shape.value, needed):
        message = f"a {'union' if said == 'variants' else name} needs `{needed}`"
        yield Diagnostic(INCOMPLETE, shape.at(said, key=True), message, "add it")
    for index, value in enumerate(shape.value.values):
        if value in shape.value.values[:index]:
            yield Diagnostic(REPEATED, shape.at("values", index), f"{value!r} is listed twice", "list it once")


def _unfit(shape: StatedShape, said: str, name: str) -> Iterator[str]:
    """Return the keys that a shape has and that do not fit what it is."""
    value = shape.value
    like_text = "text" if name == "choice" and value.open else name
    for key in value.all_stated:
        is_flag = STATEMENTS[key].alone and name == "boolean"
        if not is_flag and like_text not in STATEMENTS[key].shapes:
            yield key
    of_choice = {"values": value.values, "open": value.open}
    yield from (key for key, stated in of_choice.items() if stated and (name != "choice" or said != "shape"))
    if isinstance(value, Shape):
        misfits = {
            "of": value.of and (name != "list" or said != "shape"),
            "discriminator": value.discriminator and said != "variants",
            "nullable": value.nullable and name == "any",
        }
        yield from (key for key, misfit in misfits.items() if misfit)


def _of_rule(shape: StatedShape, key: str, rule: Ruled, name: str) -> Iterator[Diagnostic]:
    """Report what a constraint cannot state of a value that no single method sends."""
    if rule.code is not None:
        message = "a refusal code is for fields of requests"
        yield Diagnostic(UNFIT, shape.at(key, "code", key=True), message, "remove it")
    if rule.value == "currency" or str(rule.value).startswith("method."):
        message = f"{rule.value!r} is a fact of one method, and the value is not of one"
        yield Diagnostic(UNFIT, shape.at(key, "value"), message, "state the value itself, or leave it open")
    if name == "boolean" and STATEMENTS[key].alone and rule.value not in ("true", "false"):
        message = f"{rule.value!r} is neither true nor false"
        yield Diagnostic(UNFIT, shape.at(key, "value"), message, "write true or false")
    if isinstance(rule, Limit) and rule.value is None and rule.parameter is None:
        yield Diagnostic(INCOMPLETE, shape.at(key, key=True), f"`{key}` needs a count or a `parameter`", "add one")
    if isinstance(rule, Limit) and rule.value is not None and rule.parameter is not None:
        message = f"`{key}` is a count, and the limit of a parameter, too"
        yield Diagnostic(SEVERAL, shape.at(key, "parameter", key=True), message, "keep one of them")
