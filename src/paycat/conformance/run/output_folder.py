"""What an output folder holds, and what it was generated from: its own contract, or the catalogue."""

from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import ValidationError

from paycat.conformance.derive.model import Stage, ValueVector, Vector
from paycat.contract.differences import first_line_of_change, location_of_file, location_of_rule
from paycat.contract.dispatch import dispatch, names_methods
from paycat.contract.model import Contract, Violation
from paycat.contract.validate import validate
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.confining import confined
from paycat.files.reading import file_bytes, gzipped_bytes, reason_of, strict_json, system_errors_as
from paycat.lint.verdicts import in_words

Tested = TypeVar("Tested", Vector, ValueVector)
VECTORS, VALUES = "conformance/vectors", "conformance/values"
_ENDING, _COMPRESSED = ".jsonl", ".jsonl.gz"
_FOLDERS = {Vector: VECTORS, ValueVector: VALUES}
GENERATE = "run paycat generate"
CHECK = "run paycat generate --check"
_CONTRACT = "contract/contract.json"
_MOST = 20
STAGES: tuple[Stage, ...] = ("dispatch", "fields")
"""The stages that a contract describes; `text` is about readers, `schema` about artefacts."""


@dataclass(frozen=True, slots=True)
class Batch(Generic[Tested]):
    """The vectors of one file, named by its subject: a request type such as refund/METHOD, a record, or a stage."""

    subject: str
    vectors: tuple[Tested, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the vectors, in their order."""
        return tuple(vector.id for vector in self.vectors)


Published = Batch[Vector] | Batch[ValueVector]


def generated_bytes(path: Path, location: Span, noun: str, advice: str, remedy: str = GENERATE) -> bytes:
    """Return a file of the output folder. Raises FindingsError: `remedy` is for one that is missing."""
    try:
        return file_bytes(confined(path))
    except FileNotFoundError as error:
        raise FindingsError([Diagnostic("not-generated", location, f"{noun} is not there", remedy)]) from error
    except OSError as error:
        message = f"cannot read {noun}: {reason_of(error)}"
        raise FindingsError([Diagnostic("file-unreadable", location, message, advice)]) from error


def vector_files(output_folder: Path, subfolder: str) -> dict[str, Path]:
    """Return the files of vectors below `VECTORS` or `VALUES` of an output folder, by subject.

    A release has them compressed; a file that was unpacked beside the compressed one is read instead of it.
    """
    vectors_folder = output_folder / subfolder
    files = {path.with_suffix(""): path for path in vectors_folder.rglob(f"*{_COMPRESSED}")}
    files |= {path: path for path in vectors_folder.rglob(f"*{_ENDING}")}
    return {path.relative_to(vectors_folder).with_suffix("").as_posix(): files[path] for path in sorted(files)}


def vector_bytes(path: Path, name: str) -> bytes:
    """Return a file of vectors, called `name` in findings, as it was before it was compressed. Raises FindingsError."""
    with system_errors_as("file-unreadable", Span(name), "cannot read the file"):
        return gzipped_bytes(confined(path)) if path.name.endswith(_COMPRESSED) else file_bytes(confined(path))


def read_vectors(output_folder: Path, folder_name: str) -> Iterator[Batch[Vector]]:
    """Read the vectors of requests in the output folder one file at a time. Raises FindingsError."""
    return _read_all(output_folder, folder_name, Vector)


def read_values(output_folder: Path, folder_name: str) -> Iterator[Batch[ValueVector]]:
    """Read the vectors of records, parameters and headers in the same way. Raises FindingsError."""
    return _read_all(output_folder, folder_name, ValueVector)


def read_published(output_folder: Path, folder_name: str) -> Iterator[Published]:
    """Read both. Raises FindingsError."""
    yield from read_vectors(output_folder, folder_name)
    yield from read_values(output_folder, folder_name)


MOVES, CREDENTIALS = "moves", "credentials"
"""The subjects of what is tried at a server beside the vectors."""


def path_of(subject: str) -> str:
    """Return the path of the file of a subject in the output folder."""
    if subject in (MOVES, CREDENTIALS):
        return VECTORS
    is_of_values = subject in ("parameters", "headers") or subject.startswith("records/")
    return f"{VALUES if is_of_values else VECTORS}/{subject}.jsonl"


def _read_all(output_folder: Path, folder_name: str, vector_type: type[Tested]) -> Iterator[Batch[Tested]]:
    path_by_subject = vector_files(output_folder, _FOLDERS[vector_type])
    if not path_by_subject:
        raise FindingsError([_not_generated(f"{folder_name}/{_FOLDERS[vector_type]}")])
    for subject, path in path_by_subject.items():
        yield Batch(subject, _read(path, f"{folder_name}/{path.relative_to(output_folder).as_posix()}", vector_type))


def _read(path: Path, name: str, vector_type: type[Tested]) -> tuple[Tested, ...]:
    vector_by_id: dict[str, Tested] = {}
    findings: list[Diagnostic] = []
    *lines, torn_line = vector_bytes(path, name).split(b"\n")
    for line_number, line in enumerate([*lines, torn_line] if torn_line else lines, start=1):
        try:
            vector = vector_type.model_validate_json(line)
        except ValidationError:
            findings.append(Diagnostic("bad-vector", Span(name, line_number, 1), "this line is no vector", CHECK))
            continue
        if vector.id in vector_by_id:
            findings.append(
                Diagnostic("bad-vector", Span(name, line_number, 1), f"there are two vectors {vector.id}", CHECK)
            )
        vector_by_id[vector.id] = vector
    if torn_line and not findings:
        findings.append(Diagnostic("bad-vector", Span(name, len(lines) + 1, 1), "the file ends within a line", CHECK))
    if not vector_by_id and not findings:
        findings.append(_not_generated(name))
    if findings:
        raise FindingsError(findings)
    return tuple(vector_by_id.values())


def _not_generated(name: str) -> Diagnostic:
    """Return the finding that vectors are missing."""
    return Diagnostic("not-generated", Span(name), "there are no vectors", GENERATE)


def meant(contract: Contract, vector: Vector) -> tuple[Violation, ...]:
    """Return what a contract rejects in the body of a vector of one of the stages, by pointer and code."""
    verdict = dispatch(contract, vector.direction, vector.payload, vector.addressed)
    return (verdict,) if isinstance(verdict, Violation) else validate(verdict, vector.payload)


def own_contract(output_folder: Path, folder_name: str) -> tuple[bytes, str]:
    """Return the file with the contract of an output folder, called `folder_name` in findings. Raises FindingsError."""
    location = Span(f"{folder_name}/{_CONTRACT}")
    advice = "name a folder that paycat generate wrote, with the pack `contract`"
    return generated_bytes(output_folder / _CONTRACT, location, "the contract", advice, advice), location.path


def reject_stale(contract: Contract, output_folder: Path, folder_name: str) -> None:
    """Raise FindingsError if the output folder is that of another catalogue, or vectors of a request are missing.

    The findings name the rules that changed, with the decisions that they came from.
    """
    request_subjects = [request.path for request in contract.requests()]
    record_subjects = [f"records/{record.name}" for record in contract.interface.records]
    general_subjects = ("dispatch", "text") if names_methods(contract) else ("text",)
    findings = list(_missing_or_stray(output_folder, folder_name, VECTORS, {*request_subjects, *general_subjects}))
    value_subjects = {*record_subjects, "headers", *(["parameters"] if contract.interface.parameters else [])}
    findings += _missing_or_stray(output_folder, folder_name, VALUES, value_subjects)
    if "contract" not in contract.service.packs_off:
        findings += _stale_contract(contract, output_folder, folder_name)
    if findings:
        raise FindingsError(findings)


def _stale_contract(contract: Contract, output_folder: Path, folder_name: str) -> Iterator[Diagnostic]:
    contract_path, location = output_folder / _CONTRACT, Span(f"{folder_name}/{_CONTRACT}")
    if not contract_path.is_file():
        message = "the contract is not there, so it is unknown what the rest was made of"
        yield Diagnostic("not-generated", location, message, GENERATE)
        return
    contract_bytes = vector_bytes(contract_path, location.path)
    if _is_current(contract_bytes, contract):
        return
    try:
        old_json = strict_json(contract_bytes)
    except ValueError:
        old_json = None
    rule_findings = _changed_rules(contract, output_folder, folder_name)
    message, cause = "this was generated from another catalogue", first_line_of_change(old_json, contract.written())
    if isinstance(old_json, dict) and old_json.get("digest") == contract.digest:
        message, cause = "another paycat generated this from the same catalogue, or it was edited by hand", None
        rule_findings = [replace(finding, cause=None) for finding in rule_findings]
    if len(rule_findings) > _MOST:
        message += f"; it means {len(rule_findings)} rules otherwise, of which {_MOST} are listed"
    yield Diagnostic("stale-artefacts", location, message, GENERATE, cause=cause)
    yield from rule_findings[:_MOST]


def _missing_or_stray(output_folder: Path, folder_name: str, folder: str, subjects: Set[str]) -> Iterator[Diagnostic]:
    found_subjects = vector_files(output_folder, folder).keys()
    if not found_subjects:
        raise FindingsError([_not_generated(f"{folder_name}/{folder}")])
    yield from (_not_generated(f"{folder_name}/{folder}/{subject}{_ENDING}") for subject in subjects - found_subjects)
    for subject in found_subjects - subjects:
        message = "no request type has these vectors" if folder == VECTORS else "nothing has these vectors"
        yield Diagnostic("stray-vectors", Span(f"{folder_name}/{folder}/{subject}{_ENDING}"), message, CHECK)


def _changed_rules(contract: Contract, output_folder: Path, folder_name: str) -> list[Diagnostic]:
    """Return a finding for each rule of which a published vector has other violations than the contract means."""
    finding_by_rule: dict[str, Diagnostic] = {}
    for batch in read_vectors(output_folder, folder_name):
        for line_number, vector in enumerate(batch.vectors, start=1):
            if vector.stage not in STAGES or (violations := meant(contract, vector)) == vector.violations:
                continue
            location = Span(f"{folder_name}/conformance/vectors/{batch.subject}.jsonl", line_number, 1)
            decisions_text = f" ({', '.join(vector.decisions)})" if vector.decisions else ""
            message = (
                f"rule {vector.rule}{decisions_text}: the catalogue now means {in_words(violations)}, "
                f"where the vector has {in_words(vector.violations)}"
            )
            cause = location_of_rule(contract, vector.rule)
            finding_by_rule.setdefault(vector.rule, Diagnostic("stale-rule", location, message, GENERATE, cause=cause))
    return list(finding_by_rule.values())


def _is_current(contract_bytes: bytes, contract: Contract) -> bool:
    """Return whether a written contract has the content of this one, whatever lines the statements moved to."""
    if contract_bytes == contract.text().encode():  # Usually; the parts of a large contract take much memory.
        return True
    try:
        return Contract.model_validate(strict_json(contract_bytes)).without_lines() == contract.without_lines()
    except ValueError:
        return False


@contextmanager
def traced(contract: Contract, folder_name: str) -> Iterator[None]:
    """Raise the FindingsError of the block again, with causes.

    The cause of a finding about a file in the output folder, called `folder_name`, is the request that it is about.
    """

    def with_cause(finding: Diagnostic) -> Diagnostic:
        if finding.cause or not finding.span.path.startswith(f"{folder_name}/"):
            return finding
        return replace(finding, cause=location_of_file(contract, finding.span.path.removeprefix(f"{folder_name}/")))

    try:
        yield
    except FindingsError as error:
        raise FindingsError(map(with_cause, error.diagnostics)) from error
