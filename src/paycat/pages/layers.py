"""States and moves in, rows of cells out: each state, and each move's number, has a row and a place of its own.

A move from one row to a lower one goes through a cell in each row between, so that its line meets no other cell; one of
these cells holds its number. Moves that lead back are laid the other way round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

Cell = tuple[str, int, int]
"""What a cell holds: ("state", index, 0), or ("move", index, step on its way), the first with its number."""

_SWEEPS = 6


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of cells from the top, and for each move the cells from its upper to its lower state, or back."""

    rows: tuple[tuple[Cell, ...], ...]
    ways: tuple[tuple[Cell, ...], ...]
    turned: tuple[bool, ...]


def laid_in_rows(states: int, moves: Sequence[tuple[int, int]], initial: int) -> Rows:
    """Return the rows for states 0 to `states` - 1; a move from a state to itself hangs below the state."""
    turned = _turned(states, moves, initial)
    downs = [(end, start) if back else (start, end) for (start, end), back in zip(moves, turned, strict=True)]
    ranks = _ranks(states, downs)
    rows: list[list[Cell]] = [[] for _ in range(2 * max(ranks) + 2)]
    for state in range(states):
        rows[2 * ranks[state]].append(("state", state, 0))
    ways = []
    for index, (upper, lower) in enumerate(downs):
        between = range(2 * ranks[upper] + 1, 2 * ranks[lower]) if upper != lower else [2 * ranks[upper] + 1]
        cells: list[Cell] = [("move", index, step) for step, _ in enumerate(between)]
        for row, cell in zip(between, cells, strict=True):
            rows[row].append(cell)
        ways.append((("state", upper, 0), *cells, ("state", lower, 0)))
    return Rows(_sorted([row for row in rows if row], ways), tuple(ways), tuple(turned))


def _turned(states: int, moves: Sequence[tuple[int, int]], initial: int) -> list[bool]:
    """Tell of each move whether it leads back to a state that it was reached from."""
    turned = [False] * len(moves)
    done: set[int] = set()
    for first in (initial, *range(states)):
        if first in done:
            continue
        waiting, above = [(first, 0)], {first}
        while waiting:
            state, index = waiting.pop()
            if index == len(moves):
                above.discard(state)
                done.add(state)
                continue
            waiting.append((state, index + 1))
            start, end = moves[index]
            if start == state and end in above:
                turned[index] = start != end
            elif start == state and end not in done:
                above.add(end)
                waiting.append((end, 0))
    return turned


def _ranks(states: int, downs: Sequence[tuple[int, int]]) -> list[int]:
    """Return for each state the length of the longest way down to it."""
    ranks = [0] * states
    for _ in range(states):
        for upper, lower in downs:
            if upper != lower:
                ranks[lower] = max(ranks[lower], ranks[upper] + 1)
    return ranks


def _sorted(rows: list[list[Cell]], ways: Sequence[Sequence[Cell]]) -> tuple[tuple[Cell, ...], ...]:
    """Sort each row by where its cells' neighbours stand, down and up again, so that few lines cross."""
    near = neighbours(rows, ways)
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        order = range(1, len(rows)) if down else range(len(rows) - 2, -1, -1)
        for index in order:
            beside = _places(rows[index - 1 if down else index + 1])
            own = _places(rows[index])
            rows[index].sort(key=lambda cell: _wanted(cell, near, beside, own))
    return tuple(tuple(row) for row in rows)


def neighbours(rows: Sequence[Sequence[Cell]], ways: Sequence[Sequence[Cell]]) -> dict[Cell, list[Cell]]:
    """Return for each cell the cells before and after it on the ways through it."""
    near: dict[Cell, list[Cell]] = {cell: [] for row in rows for cell in row}
    for way in ways:
        for one, other in pairwise(way):
            near[one].append(other)
            near[other].append(one)
    return near


def _places(row: Sequence[Cell]) -> dict[Cell, float]:
    return {cell: (place + 0.5) / len(row) for place, cell in enumerate(row)}


def _wanted(
    cell: Cell, near: Mapping[Cell, Sequence[Cell]], beside: Mapping[Cell, float], own: Mapping[Cell, float]
) -> float:
    found = [beside[other] for other in near[cell] if other in beside]
    return sum(found) / len(found) if found else own[cell]
