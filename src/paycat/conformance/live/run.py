"""A run against a server: probe, then every vector that the journal has no answer to."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from paycat.conformance.live.engine import LiveEngine
from paycat.conformance.live.journal import Head, open_journal
from paycat.conformance.live.sending import Target
from paycat.conformance.reading import Batch, read_vectors, vector_bytes
from paycat.conformance.run import Result, run
from paycat.contract.model import Contract
from paycat.vectors.model import Vector


@dataclass(frozen=True, slots=True)
class Published:
    """The vectors of an output folder that a server can be tested with, and the digest of their files."""

    batches: tuple[Batch[Vector], ...]
    digest: str

    @property
    def count(self) -> int:
        """Number of vectors."""
        return sum(len(batch.vectors) for batch in self.batches)


def published(generated: Path, shown: str) -> Published:
    """Return what an output folder, called `shown` in findings, holds. Raises FindingsError."""
    digest = sha256()
    for path in sorted((generated / "conformance" / "vectors").rglob("*.jsonl")):
        name = path.relative_to(generated).as_posix()
        digest.update(f"{name} {sha256(vector_bytes(path, f'{shown}/{name}')).hexdigest()}\n".encode())
    return Published(tuple(map(_for_servers, read_vectors(generated, shown))), digest.hexdigest())


def _for_servers(batch: Batch[Vector]) -> Batch[Vector]:
    return Batch(batch.subject, tuple(vector for vector in batch.vectors if vector.stage in LiveEngine.stages))


def run_live(
    contract: Contract, vectors: Published, target: Target, journal: Path | None, step: Callable[[str], None]
) -> Result:
    """Return the result of a server on every vector; `step` is called with the subject of each that is done.

    Raises FindingsError when the server cannot be reached, at first or later, when it does not know the token, and
    when the journal cannot be used.
    """
    head = Head(url=target.url, vectors=vectors.digest)
    with open_journal(journal, head) as kept, closing(LiveEngine(contract, target, kept)) as engine:
        engine.probe()
        (result,) = run(vectors.batches, [engine], lambda _, subject, __: step(subject))
        if engine.stopped:
            raise engine.stopped
        result.notes += [
            f"accepted by the fields, and rejected behind them: {number:,} × {violation}"
            for violation, number in engine.behind.most_common()
        ]
        return result
