"""The table of results: what a row has, how its figures are put together, and how it is printed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from measuring import Cost

RESULTS = Path(__file__).parent / "results.md"
HEADER = ("work", "methods", "paycat", "memory", "peer", "ratio", "must", "holds")
_NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Measured:
    """The costs of paycat, and those of a peer whose runs took turns with paycat's; `peer` says what that is."""

    paycat: Sequence[Cost]
    peers: Sequence[Cost] = ()
    peer: str = ""

    @property
    def cpu(self) -> float:
        """Median CPU seconds of paycat."""
        return median(cost.cpu for cost in self.paycat)

    @property
    def peak(self) -> float:
        """The largest memory of paycat, in MiB."""
        return max(cost.peak for cost in self.paycat)

    @property
    def ratios(self) -> list[float]:
        """The CPU of paycat as a ratio to that of the peer: of each turn, or of a single figure of the peer."""
        if not self.peers:
            return []
        peers = self.peers if len(self.peers) == len(self.paycat) else [self.peers[0]] * len(self.paycat)
        return [ours.cpu / theirs.cpu for ours, theirs in zip(self.paycat, peers, strict=True)]


class NotRunError(Exception):
    """A row was not run; the message says why."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What a row must keep; None where there is no such limit."""

    seconds: float | None = None
    ratio: float | None = None
    mib: float | None = None

    def __str__(self) -> str:
        texts = (
            "" if self.seconds is None else f"≤ {self.seconds:g} s",
            "" if self.ratio is None else f"≤ {self.ratio:g} ×",
            "" if self.mib is None else f"≤ {self.mib:,.0f} MiB",
        )
        return ", ".join(filter(None, texts))

    def holds(self, measured: Measured) -> bool:
        """Return whether the medians are within the limits."""
        return (
            (self.seconds is None or measured.cpu <= self.seconds)
            and (self.ratio is None or median(measured.ratios) <= self.ratio)
            and (self.mib is None or measured.peak <= self.mib)
        )


NO_LIMIT = Limit()


def cells(measured: Measured, must: Limit) -> list[str]:
    """Return the cells of a row, after those that say what was run."""
    ratios = measured.ratios
    return [
        spread([cost.cpu for cost in measured.paycat], seconds),
        f"{measured.peak:,.0f} MiB" if measured.peak else _NOTHING,
        f"{measured.peer}: {spread([cost.cpu for cost in measured.peers], seconds)}" if ratios else _NOTHING,
        spread(ratios, "{:.2f}".format) if ratios else _NOTHING,
        str(must) or _NOTHING,
        ("yes" if must.holds(measured) else "**no**") if str(must) else _NOTHING,
    ]


def spread(figures: Sequence[float], text: Callable[[float], str]) -> str:
    """Return the median, and the least and the most in brackets, where there are several figures."""
    if len(figures) == 1:
        return text(figures[0])
    return f"{text(median(figures))} ({text(min(figures))} to {text(max(figures))})"


def seconds(figure: float) -> str:
    """Return a duration with three digits or so, in the unit that suits it."""
    if figure < 0.001:
        return f"{figure * 1_000_000:.1f} µs"
    return f"{figure * 1000:.0f} ms" if figure < 0.1 else f"{figure:.2f} s" if figure < 10 else f"{figure:.1f} s"


def header() -> Iterator[str]:
    """Yield the first two lines of the table."""
    yield line(HEADER)
    yield "|---" * len(HEADER) + "|"


def line(texts: Sequence[str]) -> str:
    """Return a line of a table."""
    return f"| {' | '.join(texts)} |"


def write_section(title: str, text: str, file: Path = RESULTS) -> None:
    """Replace the section with this title in a file of results, or add it at the end; other sections stay."""
    old = file.read_text(encoding="utf-8") if file.exists() else "# Results\n"
    head, *others = old.split("\n## ")
    sections = dict(one.split("\n", 1) for one in others)
    sections[title] = f"\n{text}"
    texts = (head, *(f"## {name}\n{body}" for name, body in sections.items()))
    file.write_text("\n\n".join(one.strip() for one in texts) + "\n", encoding="utf-8")
