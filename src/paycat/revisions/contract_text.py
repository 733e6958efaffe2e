"""The text of a contract in; two contracts of only what differs between two texts out.

A contract of many methods takes seconds to read and an edit touches few of them, so a method is read only where its
text is not in the other contract as well.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json, to_json

from paycat.checking.contracts import faults
from paycat.contract.model import CONTRACT_VERSION, Contract, Method
from paycat.contract.version_1 import UnreadableSchemaError, upgraded
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files import strict_json

_FIRST, _BETWEEN, _LAST, _END = b'\n  "methods": [\n    {\n', b"\n    },\n    {\n", b"\n    }", b"\n  ],\n"
_LARGE_NUMBER = re.compile(rb"[0-9][eE][+]?[0-9]|[0-9]{300}")
"""What may be a number that no double holds; pydantic reads those as infinity."""
_VERSION_1 = re.compile(rb'"contract_version": ?1\b')
_NONE = b'\n  "methods": [],\n'
_WRITTEN = "name a contract.json that paycat generate has written"


@dataclass(frozen=True, slots=True)
class ContractText:
    """A contract as JSON: its methods, each without its braces, and the rest. `place` is where findings say it stands.

    With `is_laid_out` the text has the layout that paycat writes, and was cut up by that. Where one of two texts has
    another layout, they are compared as `plain` ones.
    """

    place: str
    rest: bytes
    methods: tuple[bytes, ...]
    is_laid_out: bool = False

    def plain(self) -> "ContractText":
        """Return the same without any layout. Raises FindingsError when it is no contract."""
        if not self.is_laid_out:
            return self
        methods = _FIRST + _BETWEEN.join(self.methods) + _LAST + _END if self.methods else _NONE
        return _plain(self.rest.replace(_NONE, methods, 1), self.place)

    def with_methods(self, methods: Iterable[bytes]) -> "ContractText":
        """Return the same with other methods."""
        return replace(self, methods=tuple(methods))


class _TornError(Exception):
    """A text was cut up at the wrong places."""


def contract_text(data: bytes, place: str) -> ContractText:
    """Return a contract as text, with nothing checked that need not be. Raises FindingsError when it is no contract."""
    if _VERSION_1.search(data):
        return _plain(_upgraded(data, place), place)
    # A line break is always one of the layout: in a text JSON writes it as an escape. Two spaces are its first level.
    start = data.find(_FIRST)
    end = data.find(_END, start)
    if not data.startswith(b'{\n  "') or min(start, end) < 0 or not data.endswith(_LAST, start, end):
        return _plain(data, place)
    methods = data[start + len(_FIRST) : end - len(_LAST)].split(_BETWEEN)
    return ContractText(place, data[:start] + _NONE + data[end + len(_END) :], tuple(methods), is_laid_out=True)


def _upgraded(data: bytes, place: str) -> bytes:
    try:
        return to_json(upgraded(strict_json(data)))
    except UnreadableSchemaError as error:
        raise FindingsError([_bad(place, f"no shape says what this contract does: {error}")]) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FindingsError([_bad(place, "this is no contract")]) from error


def text_of_contract(contract: Contract, place: str) -> ContractText:
    """Return a contract that nobody has written yet as text."""
    rest = contract.model_copy(update={"methods": ()}).model_dump_json().encode()
    return ContractText(place, rest, tuple(_inner(method.model_dump_json().encode()) for method in contract.methods))


def contract_in(text: ContractText) -> Contract:
    """Return the whole contract that a text holds. Raises FindingsError."""
    try:
        return _read(text, text.methods)
    except _TornError:
        plain = text.plain()
        return _read(plain, plain.methods)


def head_in(text: ContractText) -> Contract:
    """Return the contract that a text holds, without its methods. Raises FindingsError."""
    try:
        return _read(text, ())
    except _TornError:
        return _read(text.plain(), ())


def differing(old: ContractText, new: ContractText) -> tuple[Contract, Contract, int]:
    """Return both contracts without the methods that are the same in both, and how many these are.

    Raises FindingsError when one of them is no contract.
    """
    if not (old.is_laid_out and new.is_laid_out):
        return _differing(old.plain(), new.plain())
    try:
        return _differing(old, new)
    except _TornError:
        return _differing(old.plain(), new.plain())


def _differing(old: ContractText, new: ContractText) -> tuple[Contract, Contract, int]:
    both = set(old.methods) & set(new.methods)
    before, after = (_read(one, (text for text in one.methods if text not in both)) for one in (old, new))
    # Another paycat may have written the same method with other words: a member that has its default, for one.
    known = {method.code: method.model_dump_json() for method in before.methods}
    same = {one.code for one in after.methods if known.get(one.code) == one.model_dump_json()}
    return _without(before, same), _without(after, same), len(both) + len(same)


def _without(contract: Contract, codes: set[str]) -> Contract:
    return contract.model_copy(update={"methods": tuple(one for one in contract.methods if one.code not in codes)})


def _plain(data: bytes, place: str) -> ContractText:
    try:
        from_json(data)  # It reads less deep than Python does, and is what reads the rest.
        contract = strict_json(data)
        methods = contract["methods"]
        inner = tuple(_inner(to_json(method)) for method in methods if isinstance(method, dict))
    except (ValueError, KeyError, TypeError) as error:
        raise FindingsError([_bad(place, "this is no contract")]) from error
    if not isinstance(methods, list) or len(inner) != len(methods):
        raise FindingsError([_bad(place, "this is no contract")])
    return ContractText(place, to_json({**contract, "methods": []}), inner)


def _inner(method: bytes) -> bytes:
    return method[1:-1]


def _read(text: ContractText, methods: Iterable[bytes]) -> Contract:
    rest = _parsed(text.rest)
    _refuse_other_version(text, rest)
    read = []
    for inner in methods:
        method = _parsed(b"{%b}" % inner)
        try:
            read.append(Method.model_validate(method))
        except ValidationError as error:
            raise FindingsError([_invalid(text.place, error, f"method {method.get('code')}: ")]) from error
    try:
        contract = Contract.model_validate({**rest, "methods": tuple(read)})
    except ValidationError as error:
        raise FindingsError([_invalid(text.place, error)]) from error
    if fault := next(faults(contract), None):
        raise FindingsError([_bad(text.place, f"this is no contract: {fault}")])
    return contract


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        found: dict[str, Any] = from_json(data, allow_inf_nan=False)
        if _LARGE_NUMBER.search(data):
            strict_json(data)
    except ValueError as error:
        raise _TornError from error
    return found


def _refuse_other_version(text: ContractText, rest: dict[str, Any]) -> None:
    version = rest.get("contract_version")
    if type(version) is not int:
        raise FindingsError([_bad(text.place, "this is no contract: it has no contract_version")])
    if version > CONTRACT_VERSION:
        message = f"the contract is of version {version}, and this paycat reads version {CONTRACT_VERSION}"
        raise FindingsError([Diagnostic("newer-contract", Span(text.place), message, "install a newer paycat")])
    if version < CONTRACT_VERSION:
        hint = "generate it again with this paycat, or compare with the paycat that wrote it"
        raise FindingsError(
            [_bad(text.place, f"the contract is of version {version}, which is not read any more", hint)]
        )


def _invalid(place: str, error: ValidationError, subject: str = "") -> Diagnostic:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(map(str, first["loc"]))
    hint = "a newer paycat may have written it; install that" if first["type"] == "extra_forbidden" else _WRITTEN
    return _bad(place, f"this is no contract: {subject}{where}: {first['msg'].lower()}", hint)


def _bad(place: str, message: str, hint: str = _WRITTEN) -> Diagnostic:
    return Diagnostic("bad-contract", Span(place), message, hint)
