"""A state machine in, a drawing out: boxes, lines and numbers with their places, in units of a text's pixels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from paycat.contract.interface import Machine
from paycat.pages.layers import Cell, laid_in_rows, neighbours

_LETTER, _SIDES, _LEAST_WIDTH = 8.5, 28, 92
_BOX_HEIGHT, _NUMBER, _LANE = 46, 26, 10
_GAP, _MARGIN = 26, 8
_SWEEPS = 4


@dataclass(frozen=True, slots=True)
class Box:
    """A state, and what is said below its name. `x` and `y` are its upper left corner."""

    state: str
    note: str
    final: bool
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Line:
    """A move: the points that its line goes through, and the middle of its number's circle."""

    number: int
    path: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Diagram:
    """A drawing from (0, 0) to (width, height), and what it shows in words."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    words: str


def diagram(machine: Machine) -> Diagram:
    """Return the drawing of a machine: the initial state on top, moves downwards where they can be."""
    names = [state.name for state in machine.states]
    moves = [(names.index(move.start), names.index(move.end)) for move in machine.transitions]
    laid = laid_in_rows(len(names), moves, names.index(machine.initial))
    widths = {cell: _width(cell, names) for row in laid.rows for cell in row}
    middles = _middles(laid.rows, laid.ways, widths)
    spans = _spans(laid.rows, middles)
    boxes = []
    for index, state in enumerate(machine.states):
        cell: Cell = ("state", index, 0)
        told = (("first", state.name == machine.initial), ("final", state.final))
        note = ", ".join(word for word, holds in told if holds)
        left, top = middles[cell] - widths[cell] / 2, spans[cell].top
        boxes.append(Box(state.name, note, state.final, left, top, widths[cell], _BOX_HEIGHT))
    lines = []
    for index, way in enumerate(laid.ways):
        number = spans[way[1]]
        path = _path([spans[cell] for cell in way], turned=laid.turned[index])
        lines.append(Line(index + 1, path, number.x, (number.top + number.bottom) / 2, _NUMBER / 2 - 2))
    width = max(middles[cell] + widths[cell] / 2 for cell in widths) + _MARGIN
    height = max(span.bottom for span in spans.values()) + _MARGIN
    return Diagram(width, height, tuple(boxes), tuple(lines), _words(machine))


@dataclass(frozen=True, slots=True)
class _Span:
    """Where a line goes through a cell: at `x`, from its top to its bottom."""

    x: float
    top: float
    bottom: float


def _spans(rows: Sequence[Sequence[Cell]], middles: Mapping[Cell, float]) -> dict[Cell, _Span]:
    spans, top = {}, float(_MARGIN)
    for row in rows:
        height = _BOX_HEIGHT if any(kind == "state" for kind, _, _ in row) else _NUMBER
        spans.update({cell: _Span(middles[cell], top, top + height) for cell in row})
        top += height + _GAP
    return spans


def _width(cell: Cell, names: Sequence[str]) -> float:
    kind, index, step = cell
    if kind == "state":
        return max(_LEAST_WIDTH, len(names[index]) * _LETTER + _SIDES)
    return _LANE if step else _NUMBER


def _middles(
    rows: Sequence[Sequence[Cell]], ways: Sequence[Sequence[Cell]], widths: Mapping[Cell, float]
) -> dict[Cell, float]:
    """Return where each cell's middle is: near its neighbours', and clear of the cells beside it."""
    middles: dict[Cell, float] = {}
    near = neighbours(rows, ways)
    for sweep in range(_SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            _place(row, near, widths, middles)
    left = min(middles[cell] - widths[cell] / 2 for cell in middles)
    return {cell: round(middle - left + _MARGIN, 1) for cell, middle in middles.items()}


def _place(
    row: Sequence[Cell],
    near: Mapping[Cell, Sequence[Cell]],
    widths: Mapping[Cell, float],
    middles: dict[Cell, float],
) -> None:
    """Put a row's cells where their neighbours want them; those that would touch move right, then all a bit left."""
    wanted, placed, right = [], [], 0.0
    for index, cell in enumerate(row):
        found = [middles[other] for other in near[cell] if other in middles]
        want = sum(found) / len(found) if found else middles.get(cell, 0.0)
        least = right + _GAP + widths[cell] / 2
        middle = max(want, least) if index else want
        right = middle + widths[cell] / 2
        wanted.append(want)
        placed.append(middle)
    shift = (sum(placed) - sum(wanted)) / len(row)
    middles.update({cell: middle - shift for cell, middle in zip(row, placed, strict=True)})


def _path(cells: Sequence[_Span], *, turned: bool) -> str:
    """Return the line through cells from top to bottom, or back: straight in each, curved between them."""
    if cells[0] == cells[-1]:
        return _loop(cells[0], cells[1])
    points = [end for cell in cells for end in ((cell.x, cell.top), (cell.x, cell.bottom))][1:-1]
    if turned:
        points.reverse()
    told = [f"M {_n(points[0][0])} {_n(points[0][1])}"]
    for index, ((x, y), (next_x, next_y)) in enumerate(pairwise(points)):
        middle = _n((y + next_y) / 2)
        end = f"{_n(next_x)} {_n(next_y)}"
        told.append(f"L {end}" if index % 2 else f"C {_n(x)} {middle} {_n(next_x)} {middle} {end}")
    return " ".join(told)


def _loop(state: _Span, number: _Span) -> str:
    y = _n((number.top + number.bottom) / 2)
    down = f"M {_n(state.x - 8)} {_n(state.bottom)} L {_n(number.x - 8)} {y}"
    return f"{down} L {_n(number.x + 8)} {y} L {_n(state.x + 8)} {_n(state.bottom)}"


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _words(machine: Machine) -> str:
    told = [f"{index}: from {move.start} to {move.end}" for index, move in enumerate(machine.transitions, start=1)]
    finals = [state.name for state in machine.states if state.final]
    return f"First state: {machine.initial}. Final: {', '.join(finals) or 'none'}. Moves: {'; '.join(told) or 'none'}."
