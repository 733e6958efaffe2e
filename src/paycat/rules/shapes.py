"""The rule on shapes: a record, member, parameter or header states once what its value looks like."""

from collections.abc import Iterator

from paycat.catalogue.constraints import Ruled
from paycat.catalogue.shapes import CountLimit, Shape, Shaped
from paycat.diagnostics import Diagnostic
from paycat.rules.context import RuleContext, has_unknown_keys
from paycat.rules.rule import rule
from paycat.rules.statements import Stated
from paycat.shapes.constraints import STATEMENTS

_STATING = ("shape", "type", "echo", "record", "variants", "members")
"""The keys that state what a value looks like."""


@rule("shapes", needs=["types.yaml", "requests"])
def shapes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report shapes that state nothing, too much, or what does not fit."""
    for shape in context.shapes:
        yield from misshapen(context, shape)


def misshapen(context: RuleContext, shape: Stated[Shaped]) -> Iterator[Diagnostic]:
    """Return what is wrong with one shape, without those inside it."""
    stating = [key for key in _STATING if getattr(shape.value, key, None)]
    if not stating and not has_unknown_keys(shape):
        message = "nothing states what the value looks like"
        yield Diagnostic("missing-shape", shape.at(key=True), message, "write `shape: text`, for instance")
    elif len(stating) > 1 and not (stating == ["shape", "members"] and shape.value.shape == "object"):
        message = f"`{stating[0]}` states what the value looks like, and `{stating[1]}` states it again"
        yield Diagnostic("several-shapes", shape.at(stating[1], key=True), message, "keep one of them")
    elif stating:
        yield from _of_one(context, shape, stating[0])


def _of_one(context: RuleContext, shape: Stated[Shaped], key: str) -> Iterator[Diagnostic]:
    of_shape = {"shape": shape.value.shape, "members": "object"}.get(key) or key
    name = context.resolved(shape).shape if key in ("type", "echo") else of_shape
    if key in ("type", "echo") and name == "any":
        return  # The name is unknown, and reported.
    called = f"a value of the shape `{name}`" if key != name else f"a value that `{key}` states"
    for unfit in _unfit(shape.value, key, name):
        hint = "remove it, or choose another shape"
        yield Diagnostic("unfit-key", shape.at(unfit, key=True), f"{called} has no `{unfit}`", hint)
    for stated, found in shape.value.all_stated.items():
        yield from _of_rule(shape, stated, found, name)
    needed = {"choice": "values", "list": "of", "variants": "discriminator"}.get(name)
    if needed and key in ("shape", "variants") and not getattr(shape.value, needed):
        message = f"a {'union' if key == 'variants' else name} needs `{needed}`"
        yield Diagnostic("incomplete-shape", shape.at(key, key=True), message, "add it")
    for index, value in enumerate(shape.value.values):
        if value in shape.value.values[:index]:
            yield Diagnostic("repeated-value", shape.at("values", index), f"{value!r} is listed twice", "list it once")


def _unfit(value: Shaped, key: str, name: str) -> Iterator[str]:
    """Return the keys that a shape has and that do not fit what it is."""
    like_text = "text" if name == "choice" and value.open else name
    for stated in value.all_stated:
        is_flag = STATEMENTS[stated].alone and name == "boolean"
        if not is_flag and like_text not in STATEMENTS[stated].shapes:
            yield stated
    no_choice, no_list = name != "choice" or key != "shape", name != "list" or key != "shape"
    misfits: dict[str, object] = {"values": value.values and no_choice, "open": value.open and no_choice}
    if isinstance(value, Shape):
        misfits["of"] = value.of and no_list
        misfits["discriminator"] = value.discriminator and key != "variants"
        misfits["nullable"] = value.nullable and name == "any"
    yield from (unfit for unfit, misfit in misfits.items() if misfit)


def _of_rule(shape: Stated[Shaped], key: str, ruled: Ruled, name: str) -> Iterator[Diagnostic]:
    """Report what a constraint cannot state of a value that no single method sends."""
    if ruled.code is not None:
        message = "a refusal code is for fields of requests"
        yield Diagnostic("unfit-key", shape.at(key, "code", key=True), message, "remove it")
    if ruled.value == "currency" or str(ruled.value).startswith("method."):
        message = f"{ruled.value!r} is a fact of one method, and the value is not of one"
        hint = "state the value itself, or leave it open"
        yield Diagnostic("unfit-key", shape.at(key, "value"), message, hint)
    if name == "boolean" and STATEMENTS[key].alone and ruled.value not in ("true", "false"):
        message = f"{ruled.value!r} is neither true nor false"
        yield Diagnostic("unfit-key", shape.at(key, "value"), message, "write true or false")
    if isinstance(ruled, CountLimit) and ruled.value is None and ruled.parameter is None:
        message = f"`{key}` needs a count or a `parameter`"
        yield Diagnostic("incomplete-shape", shape.at(key, key=True), message, "add one")
    if isinstance(ruled, CountLimit) and ruled.value is not None and ruled.parameter is not None:
        message = f"`{key}` is a count, and the limit of a parameter, too"
        yield Diagnostic("several-shapes", shape.at(key, "parameter", key=True), message, "keep one of them")
