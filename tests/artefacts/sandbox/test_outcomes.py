"""What a catalogue declares happens: every outcome, move, event and problem, and nothing else."""

import json
import re
from collections.abc import Iterator
from functools import reduce
from operator import getitem
from typing import Any

import pytest

from tests.artefacts.sandbox.sandboxes import Run, Sandbox, fresh, until


def slug_of(answer: Any) -> str:
    return str(answer.json()["type"]).rpartition("/")[2]


def machines_of(sandbox: Sandbox, outcome: dict[str, Any]) -> list[str]:
    return [one for one in sandbox.created() if outcome["state_machine"] in (None, one)]


def failure_of(sandbox: Sandbox, machine: str, record: dict[str, Any]) -> Any:
    """Return the failure code of a record."""
    members = sandbox.facts["machines"][machine]["members"]
    for one in members:
        if one["source"] == "failure":
            failure = record[one["name"]]
            [code] = [inner["name"] for inner in one["members"] if inner["source"] == "failure_code"]
            return failure and failure[code]
    return None


def test_every_outcome_and_every_course_ends_as_declared(run: Run) -> None:
    sandbox, receiver = run
    declared = sandbox.facts["sandbox"]
    made: list[tuple[str, str, str, list[str], Any]] = []
    for name, outcome in [("other", None), *declared["outcomes"].items()]:
        if outcome and (outcome["problem"] or outcome["delay_seconds"] or outcome["answer_lost"]):
            continue
        for machine in machines_of(sandbox, outcome or {"state_machine": None}):
            course = declared["courses"][machine]["moves"]
            moves = course if outcome is None or outcome["moves"] is None else outcome["moves"]
            reference = f"{name}-{fresh()}"
            answer = sandbox.create(machine, reference, **asking(sandbox, machine, outcome))
            assert answer.status_code == 201, answer.text
            assert answer.json()[sandbox.facts["machines"][machine]["member"]] == initial(sandbox, machine)
            failure = outcome["failure"] if outcome and has_failures(sandbox, machine) else None
            made.append((machine, reference, answer.json()["id"], moves, failure))
    for machine, reference, id, moves, failure in made:
        sandbox.reach(machine, id, [initial(sandbox, machine), *moves][-1])
        assert failure_of(sandbox, machine, sandbox.record(machine, id)) == failure
        events = sandbox.facts["machines"][machine]["events"]
        expected = {events[state]["name"] for state in moves if state in events}
        until(
            lambda id=id, expected=expected: {text_of(one, expected) for one in receiver.of("id", id)} == expected,
            f"{id} leads to {expected}",
        )
        made += following(sandbox, machine, reference, moves)
    sandbox.turn("P1D")
    for machine, _, id, moves, _ in made:
        assert sandbox.state(machine, id) == [initial(sandbox, machine), *moves][-1]


def has_failures(sandbox: Sandbox, machine: str) -> bool:
    return any(one["source"] == "failure" for one in sandbox.facts["machines"][machine]["members"])


def following(
    sandbox: Sandbox, leader: str, reference: str, states: list[str]
) -> Iterator[tuple[str, str, str, list[str], Any]]:
    """Yield the records that the service made after another one was in some states: one of each machine that follows.

    Each with what `made` of the test has; an event tells of its first state, too.
    """
    for machine, stated in sandbox.facts["machines"].items():
        if leader in stated["follows"]:
            view = {"state": f"{machine}/", "reference": reference}
            rows = sandbox.http.get("/sandbox/state", params=view).json()["records"]["rows"]
            assert len(rows) == (stated["follows"][leader] in states), (machine, reference)
            moves = [stated["initial"], *sandbox.facts["sandbox"]["courses"][machine]["moves"]]
            yield from ((machine, reference, row["id"], moves, None) for row in rows)


def asking(sandbox: Sandbox, machine: str, outcome: dict[str, Any] | None) -> dict[str, Any]:
    """Return the members of a request that ask for an outcome by the value of a field."""
    if not outcome or outcome["path"] is None:
        return {}
    sample = json.loads(json.dumps(sandbox.facts["machines"][machine]["sample"]))
    *inner, last = outcome["path"]
    reduce(getitem, inner, sample)[last] = outcome["value"]
    return {str(outcome["path"][0]): sample[outcome["path"][0]]}


def text_of(notification: dict[str, Any], names: set[str]) -> str:
    """Return which event a notification is of."""
    return next((name for name in names if f'"{name}"' in notification["text"]), notification["text"])


def initial(sandbox: Sandbox, machine: str) -> str:
    return str(sandbox.facts["machines"][machine]["initial"])


def test_every_listed_move_can_be_made_and_no_other(run: Run) -> None:
    sandbox, receiver = run
    for name, machine in sandbox.facts["machines"].items():
        listed = {tuple(one) for one in machine["transitions"]}
        for before, after in sorted(listed):
            id = reached(sandbox, name, before)
            for other in sorted(set(machine["states"]) - {end for start, end in listed if start == before}):
                answer = sandbox.control(f"{machine['collection']}/{id}/moves", to=other)
                assert answer.status_code == 409, (before, other)
            answer = sandbox.control(f"{machine['collection']}/{id}/moves", to=after)
            assert answer.status_code == 200, answer.text
            assert sandbox.state(name, id) == after
            event = answer.json()["event"]
            assert (event is not None) == (after in machine["events"])
            if event:
                until(lambda event=event: [one for one in receiver.received if one["id"] == event], "the event arrives")


def reached(sandbox: Sandbox, name: str, state: str) -> str:
    """Return a record that is in a state, by moves on demand."""
    machine = sandbox.facts["machines"][name]
    if machine["follows"]:
        event = machine["events"][machine["initial"]]["name"]
        id = str(sandbox.control("events", type=event).json()["id"])
    else:
        id = str(sandbox.create(name, hold(sandbox)).json()["id"])
    ways = [[machine["initial"]]]
    for way in ways:
        if way[-1] == state:
            for move in way[1:]:
                assert sandbox.control(f"{machine['collection']}/{id}/moves", to=move).status_code == 200
            return id
        ways += [[*way, end] for start, end in machine["transitions"] if start == way[-1] and end not in way]
    raise AssertionError(f"{state} cannot be reached")


def hold(sandbox: Sandbox) -> str:
    """Return a reference whose outcome has no moves."""
    outcomes = sandbox.facts["sandbox"]["outcomes"]
    return f"{next(name for name, one in outcomes.items() if one['moves'] == [])}-{fresh()}"


def test_every_event_can_be_triggered(run: Run) -> None:
    sandbox, receiver = run
    names = [one["name"] for one in sandbox.contract["interface"]["event_types"]]
    for name in names:
        answer = sandbox.control("events", type=name)
        assert answer.status_code == 200, answer.text
        event = answer.json()["event"]
        [sent] = until(lambda event=event: [one for one in receiver.received if one["id"] == event], name)
        assert f'"{name}"' in sent["text"]
    assert sandbox.control("events", type="nothing").status_code == 422


def test_every_problem_is_reached(run: Run) -> None:
    sandbox, _ = run
    interface = sandbox.contract["interface"]
    reachable = {*reached_by_requests(sandbox), *reached_by_moves(sandbox), *reached_by_outcomes(sandbox)}
    listed = {slug for one in interface["operations"] for slug in one["problems"]}
    by_paths = {one["slug"] for one in interface["problems"] if one["cause"] in ("not_found", "http_method")}
    assert reachable == listed | by_paths


def reached_by_outcomes(sandbox: Sandbox) -> list[str]:
    found = []
    for name, outcome in sandbox.facts["sandbox"]["outcomes"].items():
        if outcome["problem"]:
            for machine in machines_of(sandbox, outcome):
                reference, key = f"{name}-{fresh()}", fresh()
                for _ in range(outcome["times"] or 3):
                    answer = sandbox.create(machine, reference, key)
                    assert slug_of(answer) == outcome["problem"]
                    found.append(slug_of(answer))
                if outcome["times"]:
                    assert sandbox.create(machine, reference, key).status_code == 201
    return found


def reached_by_requests(sandbox: Sandbox) -> list[str]:
    """Return the problems that requests alone lead to."""
    name = next(name for name, one in sandbox.created().items() if one["unique_reference"] and one["method"])
    path, http = sandbox.address(name), sandbox.http
    body, reference, key = sandbox.payload(name, hold(sandbox)), hold(sandbox), fresh()
    sandbox.create(name, reference, key)
    key_header = sandbox.key_header()
    answers = [
        http.post(path, content=b"{", headers={"Content-Type": "application/json"}),
        http.post(path, json=body, headers={key_header: "k" * 300}),
        http.post(path, json=body, headers={"Authorization": "Bearer other"}),
        http.get("/nothing"),
        http.put(path),
        sandbox.create(name, reference),
        sandbox.create(name, hold(sandbox), key),
        http.post(path, content=b" " * 1_000_000, headers={"Content-Type": "application/json"}),
        http.post(path, content=b"{}", headers={"Content-Type": "text/plain"}),
        http.post(path, json={**body, "unlisted": 1}),
        http.post(sandbox.address(name, "NO_SUCH_METHOD"), json=sandbox.named(name, body, "NO_SUCH_METHOD")),
    ]
    answers += unavailable(sandbox)
    assert all(answer.is_error for answer in answers)
    return [slug_of(one) for one in answers]


def reached_by_moves(sandbox: Sandbox) -> list[str]:
    """Return the problems of operations that move a record, which is there no more in the state that they move from."""
    answers = []
    for operation, action in sandbox.facts["operations"].items():
        if action["kind"] == "move":
            id = str(sandbox.create(action["machine"], hold(sandbox)).json()["id"])
            stated = sandbox.operation(operation)
            path = re.sub(r"{[^}]+}", id, stated["path"])
            first, again = (sandbox.http.request(stated["http_method"], path) for _ in range(2))
            assert first.status_code == stated["success"]["status"], first.text
            assert sandbox.state(action["machine"], id) == action["state"]
            answers.append(again)
    return [slug_of(one) for one in answers]


def unavailable(sandbox: Sandbox) -> list[Any]:
    """Return the answers to a request of each method in a direction that it does not offer."""
    answers = []
    for name, machine in sandbox.created().items():
        for method in sandbox.contract["methods"]:
            offer = method["offers"].get(machine["direction"])
            if offer and offer["availability"] != "supported":
                body = sandbox.named(name, sandbox.payload(name, fresh()), method["code"])
                answers.append(sandbox.http.post(sandbox.address(name, method["code"]), json=body))
    return answers


@pytest.mark.parametrize("text", ["PT", "1 day", "-PT1H", None, 5])
def test_only_durations_turn_the_clock(frozen: Run, text: object) -> None:
    assert frozen.sandbox.control("clock", advance=text).status_code == 422
