"""An output folder in, the contract that it was made of out: what a part of a catalogue is held against."""

from pathlib import Path

from pydantic import ValidationError

from paycat.checking.contracts import faults
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files import file_bytes

_FILE = "contract/contract.json"


def own_contract(generated: Path, shown: str) -> Contract:
    """Return the contract in an output folder, called `shown` in findings. Raises FindingsError."""
    place, advice = Span(f"{shown}/{_FILE}"), "name a folder that paycat generate wrote, with the pack `contract`"
    try:
        contract = Contract.model_validate_json(file_bytes(generated / _FILE))
    except FileNotFoundError as error:
        found = Diagnostic("not-generated", place, "the contract is not there", advice)
        raise FindingsError([found]) from error
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        found = Diagnostic("file-unreadable", place, f"cannot read the contract: {reason}", advice)
        raise FindingsError([found]) from error
    except ValidationError as error:
        message = "this is no contract that this version of paycat can read"
        raise FindingsError([Diagnostic("no-contract", place, message, "run paycat generate")]) from error
    if fault := next(faults(contract), None):
        raise FindingsError([Diagnostic("no-contract", place, f"this is no contract: {fault}", "run paycat generate")])
    return contract
