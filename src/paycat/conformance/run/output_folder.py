"""What an output folder was generated from: its own contract, or the catalogue that it must agree with."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from paycat.conformance.derive.model import Stage, Vector
from paycat.conformance.run.reading import (
    CHECK,
    GENERATE,
    VALUES,
    VECTORS,
    generated_bytes,
    not_generated,
    read_vectors,
    vector_bytes,
)
from paycat.contract.differences import first_line_of_change
from paycat.contract.locations import location_of_file, location_of_rule
from paycat.contract.model import Contract, Violation
from paycat.contract.validate import dispatch, validate
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.reading import strict_json
from paycat.lint.verdicts import in_words

_CONTRACT = "contract/contract.json"
_MOST = 20
STAGES: tuple[Stage, ...] = ("dispatch", "fields")
"""The stages that a contract describes; `text` is about readers, `schema` about artefacts."""


def meant(contract: Contract, vector: Vector) -> tuple[Violation, ...]:
    """Return what a contract rejects in the body of a vector of one of the stages, by pointer and code."""
    request = dispatch(contract, vector.direction, vector.payload)
    return (request,) if isinstance(request, Violation) else validate(request, vector.payload)


def own_contract(generated: Path, shown: str) -> tuple[bytes, str]:
    """Return the file with the contract of an output folder, called `shown` in findings. Raises FindingsError."""
    location = Span(f"{shown}/{_CONTRACT}")
    advice = "name a folder that paycat generate wrote, with the pack `contract`"
    return generated_bytes(generated / _CONTRACT, location, "the contract", advice, advice), location.path


def reject_stale(contract: Contract, generated: Path, shown: str) -> None:
    """Raise FindingsError if the output folder is that of another catalogue, or vectors of a request are missing.

    The findings name the rules that changed, with the decisions that they came from.
    """
    requests = [f"{request.direction}/{request.method}" for request in contract.requests()]
    records = [f"records/{record.name}" for record in contract.interface.records]
    found = list(_missing_or_stray(generated, shown, VECTORS, (*requests, "dispatch", "text")))
    found += _missing_or_stray(generated, shown, VALUES, (*records, "parameters", "headers"))
    if "contract" not in contract.service.packs_off:
        found += _stale_contract(contract, generated, shown)
    if found:
        raise FindingsError(found)


def _stale_contract(contract: Contract, generated: Path, shown: str) -> Iterator[Diagnostic]:
    written, location = generated / _CONTRACT, Span(f"{shown}/{_CONTRACT}")
    if not written.is_file():
        message = "the contract is not there, so it is unknown what the rest was made of"
        yield Diagnostic("not-generated", location, message, GENERATE)
        return
    data = vector_bytes(written, location.path)
    if _is_current(data, contract):
        return
    changed = _changed_rules(contract, generated, shown)
    message = "this was generated from another catalogue"
    if len(changed) > _MOST:
        message += f"; it means {len(changed)} rules otherwise, of which {_MOST} are listed"
    yield Diagnostic("stale-artefacts", location, message, GENERATE, cause=_first_difference(contract, data))
    yield from changed[:_MOST]


def _missing_or_stray(generated: Path, shown: str, folder: str, subjects: Sequence[str]) -> Iterator[Diagnostic]:
    names = {f"{folder}/{subject}.jsonl" for subject in subjects}
    there = {path.relative_to(generated).as_posix() for path in (generated / folder).rglob("*.jsonl")}
    if not there:
        raise FindingsError([not_generated(f"{shown}/{folder}")])
    yield from (not_generated(f"{shown}/{name}") for name in names - there)
    for name in there - names:
        message = "no request type has these vectors" if folder == VECTORS else "nothing has these vectors"
        yield Diagnostic("stray-vectors", Span(f"{shown}/{name}"), message, CHECK)


def _changed_rules(contract: Contract, generated: Path, shown: str) -> list[Diagnostic]:
    """Return a finding for each rule of which a published vector has other violations than the contract means."""
    found: dict[str, Diagnostic] = {}
    for batch in read_vectors(generated, shown):
        for number, vector in enumerate(batch.vectors, start=1):
            if vector.stage not in STAGES or (got := meant(contract, vector)) == vector.violations:
                continue
            location = Span(f"{shown}/conformance/vectors/{batch.subject}.jsonl", number, 1)
            reasons = f" ({', '.join(vector.decisions)})" if vector.decisions else ""
            message = (
                f"rule {vector.rule}{reasons}: the catalogue now means {in_words(got)}, "
                f"where the vector has {in_words(vector.violations)}"
            )
            cause = location_of_rule(contract, vector.rule)
            found.setdefault(vector.rule, Diagnostic("stale-rule", location, message, GENERATE, cause=cause))
    return list(found.values())


def _is_current(data: bytes, contract: Contract) -> bool:
    """Return whether a written contract has the content of this one, whatever lines the statements moved to."""
    if data == contract.text().encode():  # Usually; the parts of a large contract take much memory.
        return True
    try:
        return Contract.model_validate(strict_json(data)).without_lines() == contract.without_lines()
    except ValueError:
        return False


def _first_difference(contract: Contract, data: bytes) -> Span | None:
    try:
        return first_line_of_change(strict_json(data), contract.written())
    except ValueError:
        return None


@contextmanager
def traced(contract: Contract, shown: str) -> Iterator[None]:
    """Raise the FindingsError of the block again, with causes.

    The cause of a finding about a file in the output folder, called `shown`, is the request that the file is about.
    """

    def with_cause(found: Diagnostic) -> Diagnostic:
        if found.cause or not found.span.path.startswith(f"{shown}/"):
            return found
        return replace(found, cause=location_of_file(contract, found.span.path.removeprefix(f"{shown}/")))

    try:
        yield
    except FindingsError as error:
        raise FindingsError(map(with_cause, error.diagnostics)) from error
