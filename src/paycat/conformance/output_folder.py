"""What an output folder was made of: its own contract, or the catalogue that it is held against."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from paycat.checking.contracts import faults
from paycat.conformance.reading import VALUES, VECTORS, not_generated, read_vectors
from paycat.contract.differences import first_line_of_change
from paycat.contract.judge import dispatch, judge
from paycat.contract.model import Contract, Refusal
from paycat.contract.places import place_of_file, place_of_rule
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.encoding import json_text
from paycat.files import file_bytes, strict_json
from paycat.loading import bytes_of
from paycat.rules.verdicts import in_words
from paycat.vectors.model import Stage, Vector

_CONTRACT = "contract/contract.json"
_MOST = 20
_REMEDY = "run paycat generate"
_CHECK = "run paycat generate --check"
STAGES: tuple[Stage, ...] = ("dispatch", "fields")
"""The stages of which a contract has an opinion; `text` is about readers, `schema` about artefacts."""


def meant(contract: Contract, vector: Vector) -> tuple[Refusal, ...]:
    """Return what a contract refuses in the body of a vector of one of the stages, by pointer and code."""
    request = dispatch(contract, vector.direction, vector.payload)
    return (request,) if isinstance(request, Refusal) else judge(request, vector.payload)


def own_contract(generated: Path, shown: str) -> Contract:
    """Return the contract in an output folder, called `shown` in findings. Raises FindingsError."""
    place, advice = Span(f"{shown}/{_CONTRACT}"), "name a folder that paycat generate wrote, with the pack `contract`"
    try:
        contract = Contract.model_validate_json(file_bytes(generated / _CONTRACT))
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


def refuse_stale(contract: Contract, generated: Path, shown: str) -> None:
    """Raise FindingsError when the output folder was made of another catalogue, or vectors of a request are missing.

    The rules that the contract means otherwise are named, with the decisions that they came from.
    """
    requests = [f"{request.direction}/{request.method}" for request in contract.requests()]
    records = [f"records/{record.name}" for record in contract.interface.records]
    found = list(_missing_or_stray(generated, shown, VECTORS, (*requests, "dispatch", "text")))
    found += _missing_or_stray(generated, shown, VALUES, (*records, "parameters", "headers"))
    written = generated / "contract" / "contract.json"
    if "contract" in contract.service.packs_off:
        pass
    elif not written.is_file():
        message = "the contract is not there, so nothing tells what the rest was made of"
        found.append(Diagnostic("not-generated", Span(f"{shown}/contract/contract.json"), message, _REMEDY))
    elif _is_of_another(text := _contract_text(written, shown), contract):
        changed = _changed_rules(contract, generated, shown)
        message = "this was made of another catalogue"
        if len(changed) > _MOST:
            message += f"; it means {len(changed)} rules otherwise, of which {_MOST} are listed"
        place, cause = Span(f"{shown}/contract/contract.json"), _first_difference(contract, text)
        found.append(Diagnostic("stale-artefacts", place, message, _REMEDY, cause=cause))
        found += changed[:_MOST]
    if found:
        raise FindingsError(found)


def _missing_or_stray(generated: Path, shown: str, folder: str, subjects: Sequence[str]) -> Iterator[Diagnostic]:
    names = {f"{folder}/{subject}.jsonl" for subject in subjects}
    there = {path.relative_to(generated).as_posix() for path in (generated / folder).rglob("*.jsonl")}
    if not there:
        raise FindingsError([not_generated(f"{shown}/{folder}")])
    yield from (not_generated(f"{shown}/{name}") for name in names - there)
    for name in there - names:
        message = "no request type has these vectors" if folder == VECTORS else "nothing has these vectors"
        yield Diagnostic("stray-vectors", Span(f"{shown}/{name}"), message, _CHECK)


def _changed_rules(contract: Contract, generated: Path, shown: str) -> list[Diagnostic]:
    """Return a finding for each rule of which a vector was published with refusals that the contract does not mean."""
    found: dict[str, Diagnostic] = {}
    for batch in read_vectors(generated, shown):
        for number, vector in enumerate(batch.vectors, start=1):
            if vector.stage not in STAGES or (got := meant(contract, vector)) == vector.refusals:
                continue
            place = Span(f"{shown}/conformance/vectors/{batch.subject}.jsonl", number, 1)
            reasons = f" ({', '.join(vector.decisions)})" if vector.decisions else ""
            message = (
                f"rule {vector.rule}{reasons}: the catalogue now means {in_words(got)}, "
                f"where the vector has {in_words(vector.refusals)}"
            )
            cause = place_of_rule(contract, vector.rule)
            found.setdefault(vector.rule, Diagnostic("stale-rule", place, message, _REMEDY, cause=cause))
    return list(found.values())


def _is_of_another(text: str, contract: Contract) -> bool:
    """Tell whether a contract was made of another catalogue; one without a digest, by what it says."""
    try:
        stated = strict_json(text.encode())
    except ValueError:
        return True
    digest = stated.get("digest") if isinstance(stated, dict) else None
    return digest != contract.digest if digest else text != json_text(contract.written())


def _contract_text(written: Path, shown: str) -> str:
    data, found = bytes_of(written, f"{shown}/contract/contract.json")
    if data is None:
        raise FindingsError(found)
    return data.decode("utf-8", errors="replace")


def _first_difference(contract: Contract, text: str) -> Span | None:
    try:
        return first_line_of_change(strict_json(text.encode()), contract.written())
    except ValueError:
        return None


@contextmanager
def traced(contract: Contract, shown: str) -> Iterator[None]:
    """Give findings about files in the output folder, called `shown`, the request that they were made for as cause.

    Raises the FindingsError of the block again, with causes.
    """
    try:
        yield
    except FindingsError as error:
        raise FindingsError(_traced(contract, found, shown) for found in error.diagnostics) from error


def _traced(contract: Contract, found: Diagnostic, shown: str) -> Diagnostic:
    if found.cause or not found.span.path.startswith(f"{shown}/"):
        return found
    return replace(found, cause=place_of_file(contract, found.span.path.removeprefix(f"{shown}/")))
