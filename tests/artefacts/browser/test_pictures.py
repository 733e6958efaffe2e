"""Pictures say what the tables and the list beside them say, and fit where they are."""

from functools import partial

import pytest
from browsing import DOCS, SCHEMES, WIDER, WIDTHS, Files, Opening, Seen, Serving, each_look, violations
from playwright.sync_api import Locator, Page, expect

from paycat.catalogue.interface import StateMachine
from paycat.contract.model import Contract
from paycat.pages.anchors import anchor

STATES = (DOCS / "states.html").as_uri()
PICTURES = [("states.html", "figure.picture svg a"), ("operations.html", ".life li")]
ENDS = """lines => lines.map(line => {
  const at = length => { const {x, y} = line.getPointAtLength(length); return [x, y]; };
  return [at(0), at(line.getTotalLength())];
})"""
BOXES = """boxes => boxes.map(box => {
  const {x, y, width, height} = box.getBBox();
  return [x, y, width, height];
})"""


def figure(page: Page, machine: StateMachine) -> Locator:
    name = anchor("state-machine", machine.name)
    return page.locator("section", has=page.locator(f"[id='{name}']")).locator("figure.picture")


def state_at(point: list[float], boxes: dict[str, list[float]]) -> str | None:
    """Return the state whose outline a point is on; None for the dot that leads to the first one."""
    x, y = point
    near = 2
    for name, (left, top, width, height) in boxes.items():
        if left - near <= x <= left + width + near and top - near <= y <= top + height + near:
            return name
    return None


@pytest.mark.parametrize("width", WIDTHS)
def test_a_picture_has_each_state_and_each_move(page: Page, contract: Contract, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(STATES)
    for machine in contract.interface.state_machines:
        shown = figure(page, machine)
        links = shown.locator("svg a")
        assert links.all_text_contents() == [one.name for one in machine.states]
        boxes = dict(zip(machine.by_name, links.locator("rect:first-child").evaluate_all(BOXES), strict=True))
        lines = shown.locator(".move path:not(.head)").evaluate_all(ENDS)
        drawn = {(state_at(start, boxes), state_at(end, boxes)) for start, end in lines}
        assert drawn == {(None, machine.initial), *((one.start, one.end) for one in machine.transitions)}
        finals = links.filter(has=page.locator("rect + rect")).all_text_contents()
        assert finals == [one.name for one in machine.states if one.final]


@pytest.mark.parametrize("width", WIDTHS)
def test_a_picture_fits(page: Page, width: int) -> None:
    """Names are within their outlines, which do not overlap; no text is cut off, and no picture of this catalogue
    scrolls."""
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(STATES)
    for shown in page.locator("figure.picture").all():
        boxes = shown.locator("svg a rect:first-child").evaluate_all(BOXES)
        for outline, name in zip(boxes, shown.locator("svg a text").evaluate_all(BOXES), strict=True):
            assert outline[0] < name[0]
            assert name[0] + name[2] < outline[0] + outline[2]
        for index, (left, top, across, high) in enumerate(boxes):
            for other in boxes[index + 1 :]:
                beside = left + across < other[0] or other[0] + other[2] < left
                assert beside or top + high < other[1] or other[1] + other[3] < top
        assert shown.locator(".scroll").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_picture_is_drawn_again_for_another_width(page: Page) -> None:
    page.goto(STATES)
    drawing = page.locator("figure.picture svg").first
    wide = drawing.get_attribute("width") or ""
    page.set_viewport_size({"width": 360, "height": 800})
    expect(drawing).not_to_have_attribute("width", wide)
    assert float(drawing.get_attribute("width") or 0) < float(wide)
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(drawing).to_have_attribute("width", wide)


def test_a_state_leads_to_its_row_by_keyboard(page: Page, contract: Contract) -> None:
    page.goto(STATES)
    machine = contract.interface.state_machines[-1]
    for index, state in enumerate(machine.states):
        figure(page, machine).locator(".scroll").focus()
        for _ in range(index + 1):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.url.endswith(f"#{anchor('state', machine.name, state.name)}")


@pytest.mark.parametrize(("path", "picture"), PICTURES)
@each_look
def test_pages_with_pictures_are_accessible(
    opening: Opening, axe: str, path: str, picture: str, look: tuple[int, str]
) -> None:
    width, scheme = look
    page, seen = opening(viewport={"width": width, "height": 900}, **SCHEMES[scheme]).new_page(), Seen()
    seen.watch(page)
    page.goto((DOCS / path).as_uri())
    assert page.locator(picture).count()
    assert violations(page, axe) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    assert page.evaluate(WIDER) == []
    assert (seen.messages, seen.outside) == ([], [])


@pytest.mark.parametrize("width", WIDTHS)
def test_the_arrows_of_a_life_are_between_its_lines(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto((DOCS / "operations.html").as_uri())
    for life in page.locator(".life").all():
        left, right = life.locator(".ends span").evaluate_all(
            "ends => ends.map(one => one.getBoundingClientRect()).map(({left, right}) => (left + right) / 2)"
        )
        lines = life.locator("ol").evaluate("one => one.getBoundingClientRect().toJSON()")
        assert abs(lines["left"] - left) < 3
        assert abs(lines["right"] - right) < 3


def test_a_server_serves_the_same(serving: Serving, page: Page, contract: Contract) -> None:
    context = page.context.browser.new_context()  # type: ignore[union-attr]  # this page has a browser
    try:
        served, seen = context.new_page(), Seen()
        seen.watch(served)
        served.goto(f"{serving(partial(Files, directory=str(DOCS)))}/states.html")
        assert served.locator("figure.picture svg").count() == len(contract.interface.state_machines)
        assert seen.messages == []
    finally:
        context.close()


def test_without_scripts_the_tables_are_there_alone(opening: Opening) -> None:
    page = opening(java_script_enabled=False).new_page()
    page.goto(STATES)
    assert page.locator("figure.picture:visible").count() == 0
    assert page.locator("tr[data-state]:visible").count()
