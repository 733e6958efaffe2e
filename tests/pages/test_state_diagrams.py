"""Diagrams of states: whatever the machine, nothing lies on anything else, and every move leads where it says."""

import re
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from paycat.contract.interface import Machine, State, Transition
from paycat.contract.model import Contract
from paycat.contract.values import Place, Reason
from paycat.pages.diagram import Box, Diagram, Line, diagram

Point = tuple[float, float]
STEPS = 12


@st.composite
def machines(draw: st.DrawFn) -> Machine:
    names = draw(st.lists(st.text("abcdefgh_", min_size=1, max_size=24), min_size=1, max_size=7, unique=True))
    states = tuple(State(name=name, meaning="m", final=draw(st.booleans())) for name in names)
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names))
    moves = draw(st.lists(pairs, max_size=14))
    return Machine(
        name="m",
        direction="payout",
        record="R",
        member="s",
        initial=draw(st.sampled_from(names)),
        states=states,
        transitions=tuple(Transition(start=start, end=end, meaning="m") for start, end in moves),
        reason=Reason(),
        place=Place(path="p", line=1),
    )


@settings(deadline=None)
@given(machines())
def test_nothing_lies_on_anything_else(machine: Machine) -> None:
    drawn = diagram(machine)
    for one, other in combinations(areas(drawn), 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    for left, top, right, bottom in areas(drawn):
        assert 0 <= left < right <= drawn.width
        assert 0 <= top < bottom <= drawn.height


@settings(deadline=None)
@given(machines())
def test_lines_meet_no_state_on_their_way(machine: Machine) -> None:
    drawn = diagram(machine)
    for line in drawn.lines:
        for x, y in points(line):
            assert 0 <= x <= drawn.width
            assert not any(inside(box, x, y) for box in drawn.boxes), (line, x, y)


@settings(deadline=None)
@given(machines())
def test_moves_lead_from_their_state_to_their_state(machine: Machine) -> None:
    drawn = diagram(machine)
    boxes = {box.state: box for box in drawn.boxes}
    assert list(boxes) == [state.name for state in machine.states]
    for move, line in zip(machine.transitions, drawn.lines, strict=True):
        way = points(line)
        assert at_edge(boxes[move.start], *way[0])
        assert at_edge(boxes[move.end], *way[-1])
        assert min(abs(x - line.x) + abs(y - line.y) for x, y in way) <= line.radius, "its number is on the line"


@settings(deadline=None)
@given(machines())
def test_final_states_are_told_by_words_too(machine: Machine) -> None:
    notes = {box.state: box.note for box in diagram(machine).boxes}
    for state in machine.states:
        assert ("final" in notes[state.name]) == state.final
        assert ("first" in notes[state.name]) == (state.name == machine.initial)


def test_the_initial_state_is_on_top_and_small_screens_suffice(contract: Contract) -> None:
    for machine in contract.interface.machines:
        drawn = diagram(machine)
        assert drawn == diagram(machine)
        assert min(drawn.boxes, key=lambda box: box.y).state == machine.initial
        assert drawn.width <= 390


def areas(drawn: Diagram) -> list[tuple[float, float, float, float]]:
    boxes = [(box.x, box.y, box.x + box.width, box.y + box.height) for box in drawn.boxes]
    numbers = [(one.x - one.radius, one.y - one.radius, one.x + one.radius, one.y + one.radius) for one in drawn.lines]
    return boxes + numbers


def inside(box: Box, x: float, y: float) -> bool:
    return box.x < x < box.x + box.width and box.y < y < box.y + box.height


def at_edge(box: Box, x: float, y: float) -> bool:
    return box.x <= x <= box.x + box.width and min(abs(y - box.y), abs(y - box.y - box.height)) < 0.1


def points(line: Line) -> list[Point]:
    """Return points on a line, from its start to its end."""
    steps = re.findall(r"([MLC])((?: -?[0-9.]+)+)", line.path)
    assert " ".join(name + numbers for name, numbers in steps) == line.path
    way: list[Point] = []
    for name, numbers in steps:
        found = [float(number) for number in numbers.split()]
        ends = list(zip(found[::2], found[1::2], strict=True))
        if name == "M":
            way += ends
        else:
            controls = [way[-1], *ends] if name == "C" else [way[-1], way[-1], ends[0], ends[0]]
            way += [bezier(controls, step / STEPS) for step in range(1, STEPS + 1)]
    return way


def bezier(controls: list[Point], t: float) -> Point:
    factors = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    x, y = (sum(factor * point[axis] for factor, point in zip(factors, controls, strict=True)) for axis in (0, 1))
    return x, y
