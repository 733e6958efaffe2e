"""Contracts as texts: what a JSON text that others may have written holds, or why that is no contract."""

from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from paycat.contract.model import CONTRACT_VERSION, Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.reading import GENERATE_ANEW, conflict_in, strict_json
from paycat.lint.contracts import faults

_WRITTEN = "name a contract.json that paycat generate has written"
_OLDER = f"compare with a contract of version {CONTRACT_VERSION}, or use the paycat that wrote this one"


class OlderContractError(FindingsError):
    """The contract has a format that is no longer read; `catalogue_version` is what its catalogue calls itself."""

    def __init__(self, found: Diagnostic, stated: dict[str, Any]) -> None:
        super().__init__([found])
        service = stated.get("service")
        self.catalogue_version = str(service.get("version", "")) if isinstance(service, dict) else ""


def read_contract(data: bytes, location: str) -> Contract:
    """Return the contract that a JSON text holds; findings say that it is at `location`. Raises FindingsError.

    For a contract of an older format that is OlderContractError.
    """
    if conflict := conflict_in(data, location, GENERATE_ANEW):
        raise FindingsError([conflict])
    try:
        from_json(data)  # It reads less deep than Python does, as whatever works with the contract.
        stated = strict_json(data)
    except ValueError as error:
        raise FindingsError([_bad(location, "this is not a contract")]) from error
    version = stated.get("contract_version") if isinstance(stated, dict) else None
    if type(version) is not int:
        lacks = ": it has no contract_version" if isinstance(stated, dict) else ""
        raise FindingsError([_bad(location, f"this is not a contract{lacks}")])
    message = f"the contract is of version {version}, and this paycat reads version {CONTRACT_VERSION}"
    if version > CONTRACT_VERSION:
        raise FindingsError([Diagnostic("newer-contract", Span(location), message, "install a newer paycat")])
    if version < CONTRACT_VERSION:
        raise OlderContractError(Diagnostic("older-contract", Span(location), message, _OLDER), stated)
    try:
        contract = Contract.model_validate(stated)
    except ValidationError as error:
        raise FindingsError([_invalid(location, stated, error)]) from error
    if fault := next(faults(contract), None):
        raise FindingsError([_bad(location, f"this is not a contract: {fault}")])
    return contract


def _invalid(location: str, stated: dict[str, object], error: ValidationError) -> Diagnostic:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(map(str, first["loc"]))
    match first["loc"], stated.get("methods"):
        case ("methods", int(number), *inner), list(methods) if isinstance(methods[number], dict):
            where = f"method {methods[number].get('code')}: {'.'.join(map(str, inner))}"
    hint = "a newer paycat may have written it; install that" if first["type"] == "extra_forbidden" else _WRITTEN
    return _bad(location, f"this is not a contract: {where}: {first['msg'].lower()}", hint)


def _bad(location: str, message: str, hint: str = _WRITTEN) -> Diagnostic:
    return Diagnostic("bad-contract", Span(location), message, hint)
