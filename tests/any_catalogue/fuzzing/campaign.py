"""Inputs by number: which file is spoilt, how, and what the command that reads it does."""

import hashlib
import random
import re
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from forked_commands import forget_all_but_caches, import_commands, one_cache, run_here

from paycat.cache import Cache
from tests.any_catalogue.fuzzing.forking import End, run
from tests.any_catalogue.fuzzing.mutating import mutated
from tests.any_catalogue.fuzzing.project import Target, made, targets

_FRAME = re.compile(r'File "[^"]*/(paycat|site-packages)/([^"]+)", line (\d+)')


@dataclass(frozen=True)
class Ground:
    """The project whose files are spoilt, one at a time, and what its commands made of it as it is."""

    folder: Path
    targets: tuple[Target, ...]
    cache: Cache


@dataclass
class Tally:
    """What a run of the fuzzer came to."""

    inputs: int = 0
    cpu: float = 0
    codes: Counter[int] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)
    slowest: float = 0
    largest: int = 0

    def add(self, end: End) -> None:
        self.inputs += 1
        self.cpu += end.cpu
        self.codes[end.code] += 1
        self.slowest, self.largest = max(self.slowest, end.cpu), max(self.largest, end.memory)

    def __str__(self) -> str:
        codes = ", ".join(f"{number:,} × exit {code}" for code, number in sorted(self.codes.items()))
        lines = [
            f"{self.inputs:,} inputs ({codes}), {self.cpu / 3600:.2f} CPU hours; "
            f"at most {self.slowest:.1f} s of CPU and {self.largest >> 20} MiB; {len(self.failures)} failures",
            *(f"{what}: {where}" for what, where in self.failures.items()),
        ]
        return "\n".join(lines)


def prepared(folder: Path) -> Ground:
    """Make the project in a new folder, and run every command on it as it is: children make only what is spoilt."""
    made(folder)
    import_commands()
    ground = Ground(folder, targets(folder), Cache())
    with one_cache(ground.cache):
        for command in sorted({command for target in ground.targets for command in target.commands}):
            run_here(command, folder)
    forget_all_but_caches()
    return ground


def fuzz(ground: Ground, seed: int, numbers: Iterable[int], keep: Path, seconds: float = float("inf")) -> Tally:
    """Run inputs of a seed for some seconds at most; files that fail are kept in a folder, one for each way to fail."""
    folder, every = ground.folder, ground.targets
    others = [(folder / one.file).read_bytes() for one in every if (folder / one.file).exists()]
    tally, until = Tally(), time.monotonic() + seconds
    for number in numbers:
        if time.monotonic() > until:
            break
        choice = random.Random(f"{seed}:{number}")
        target = choice.choice(every)
        command = choice.choice(target.commands)
        file = folder / target.file
        data = mutated(choice, target.file, file.read_bytes() if file.exists() else b"", others)
        try:
            end = spoilt(ground, file, data, command)
        except KeyboardInterrupt:
            break
        tally.add(end)
        if end.fault and (what := _way(end)) not in tally.failures:
            told = (
                f"--seed {seed} --first {number} --inputs 1\n{target.file}\npaycat {' '.join(command)}\n{end.fault}\n"
            )
            tally.failures[what] = _kept(keep, Path(target.file).name, data, what, f"{told}\n{end.out}")
    return tally


def spoilt(ground: Ground, file: Path, data: bytes, command: tuple[str, ...]) -> End:
    """Run a command while a file holds something else."""
    before = file.read_bytes() if file.exists() else None
    file.write_bytes(data)
    try:
        with one_cache(ground.cache):
            return run(command, ground.folder)
    finally:
        if before is None:
            file.unlink()
        else:
            file.write_bytes(before)


def _way(end: End) -> str:
    """Return what makes a failure another one: the exit code, and the last lines of code that it went through."""
    frames = _FRAME.findall(end.out)[-2:]
    last = end.out.strip().splitlines()[-2:-1] if frames else []
    return " ".join([re.sub(r"[\d.]+", "N", end.fault), *(f"{file}:{line}" for _, file, line in frames), *last])[:300]


def _kept(keep: Path, name: str, data: bytes, what: str, told: str) -> str:
    folder = keep / hashlib.sha256(what.encode()).hexdigest()[:10]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
    (folder / "what.txt").write_text(told, encoding="utf-8", errors="backslashreplace")
    return f"{folder}: {', '.join(told.splitlines()[:3])}"
