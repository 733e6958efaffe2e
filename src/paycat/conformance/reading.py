"""The vectors of an output folder, as they were published: file by file, so that a large catalogue fits in memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import ValidationError

from paycat.conformance.meaning import STAGES, meant
from paycat.contract.differences import first_line_of_change
from paycat.contract.model import Contract
from paycat.contract.places import place_of_rule
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.encoding import json_text
from paycat.files import strict_json
from paycat.loading import bytes_of
from paycat.rules.views.verdicts import in_words
from paycat.vectors.model import ValueVector, Vector

Tested = TypeVar("Tested", Vector, ValueVector)
_FOLDERS = {Vector: "conformance/vectors", ValueVector: "conformance/values"}
_MOST = 20
_REMEDY = "run paycat generate"
_CHECK = "run paycat generate --check"


@dataclass(frozen=True, slots=True)
class Batch(Generic[Tested]):
    """The vectors of one file; `subject` names it: a request type such as payout/METHOD, a record, or a stage."""

    subject: str
    vectors: tuple[Tested, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the vectors, in their order."""
        return tuple(vector.id for vector in self.vectors)


Published = Batch[Vector] | Batch[ValueVector]


def read_vectors(generated: Path, shown: str) -> Iterator[Batch[Vector]]:
    """Return every vector of requests in the output folder, read when it is asked for. Raises FindingsError."""
    return _read_all(generated, shown, Vector)


def read_values(generated: Path, shown: str) -> Iterator[Batch[ValueVector]]:
    """Return every vector of records, parameters and headers in the output folder, as above. Raises FindingsError."""
    return _read_all(generated, shown, ValueVector)


def read_published(generated: Path, shown: str) -> Iterator[Published]:
    """Return all of both, as above. Raises FindingsError."""
    yield from read_vectors(generated, shown)
    yield from read_values(generated, shown)


def path_of(vector: Vector | ValueVector, subject: str) -> str:
    """Return the path of the file of a subject, which holds a vector, in the output folder."""
    return f"{_FOLDERS[type(vector)]}/{subject}.jsonl"


def _read_all(generated: Path, shown: str, kind: type[Tested]) -> Iterator[Batch[Tested]]:
    folder = generated / _FOLDERS[kind]
    paths = sorted(folder.rglob("*.jsonl"))
    if not paths:
        raise FindingsError([_not_generated(f"{shown}/{_FOLDERS[kind]}")])
    for path in paths:
        subject = path.relative_to(folder).with_suffix("").as_posix()
        yield Batch(subject, _read(path, f"{shown}/{path.relative_to(generated).as_posix()}", kind))


def _read(path: Path, name: str, kind: type[Tested]) -> tuple[Tested, ...]:
    vectors: list[Tested] = []
    data, found = bytes_of(path, name)
    if data is None:
        raise FindingsError(found)
    *lines, torn = data.split(b"\n")
    known: set[str] = set()
    for number, line in enumerate([*lines, torn] if torn else lines, start=1):
        try:
            vector = kind.model_validate_json(line)
        except ValidationError:
            found.append(Diagnostic("bad-vector", Span(name, number, 1), "this line is no vector", _CHECK))
            continue
        if vector.id in known:
            found.append(Diagnostic("bad-vector", Span(name, number, 1), f"there are two vectors {vector.id}", _CHECK))
        known.add(vector.id)
        vectors.append(vector)
    if torn and not found:
        found.append(Diagnostic("bad-vector", Span(name, len(lines) + 1, 1), "the file ends within a line", _CHECK))
    if not vectors and not found:
        found.append(_not_generated(name))
    if found:
        raise FindingsError(found)
    return tuple(vectors)


def refuse_stale(contract: Contract, generated: Path, shown: str) -> None:
    """Raise FindingsError when the output folder was made of another catalogue, or vectors of a request are missing.

    The rules that the contract means otherwise are named, with the decisions that they came from.
    """
    folder = "conformance/vectors"
    if not any((generated / folder).rglob("*.jsonl")):
        raise FindingsError([_not_generated(f"{shown}/{folder}")])
    subjects = [f"{request.direction}/{request.method}" for request in contract.requests()]
    names = {f"{folder}/{subject}.jsonl" for subject in (*subjects, "dispatch", "text")}
    there = {path.relative_to(generated).as_posix() for path in (generated / folder).rglob("*.jsonl")}
    found = [_not_generated(f"{shown}/{name}") for name in names - there]
    stray = (Span(f"{shown}/{name}") for name in there - names)
    found += [Diagnostic("stray-vectors", place, "no request type has these vectors", _CHECK) for place in stray]
    written = generated / "contract" / "contract.json"
    if "contract" in contract.service.packs_off:
        pass
    elif not written.is_file():
        message = "the contract is not there, so nothing tells what the rest was made of"
        found.append(Diagnostic("not-generated", Span(f"{shown}/contract/contract.json"), message, _REMEDY))
    elif (text := _contract_text(written, shown)) != json_text(contract.written()):
        changed = _changed_rules(contract, generated, shown)
        message = "this was made of another catalogue"
        if len(changed) > _MOST:
            message += f"; it means {len(changed)} rules otherwise, of which {_MOST} are listed"
        place, cause = Span(f"{shown}/contract/contract.json"), _first_difference(contract, text)
        found.append(Diagnostic("stale-artefacts", place, message, _REMEDY, cause=cause))
        found += changed[:_MOST]
    if found:
        raise FindingsError(found)


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


def _not_generated(name: str) -> Diagnostic:
    return Diagnostic("not-generated", Span(name), "there are no vectors", _REMEDY)
