"""Waiting for a state, plain and async alike: what is read, how often, and how it ends."""

import math
import time
from typing import Any

import pytest

from tests.artefacts.client.lying import answer, dripping, lying
from tests.artefacts.client.scripted import KINDS, problem, raised, record, scripted, using
from tests.artefacts.published import contract, modules

MACHINES = {one["record"]: one for one in contract()["interface"]["state_machines"]}
WAITS = {"PayInRecord": "wait_for_pay_in", "PayoutRecord": "wait_for_payout"}
both = pytest.mark.parametrize("kind", KINDS)


def waiting(name: str, *until: str, **arguments: Any) -> Any:
    """Return the call that waits for states of a record."""
    return lambda client: getattr(client, WAITS[name])("id-1", until=until, **arguments)


@both
@pytest.mark.parametrize("name", WAITS)
def test_a_record_is_read_until_it_has_an_awaited_state(kind: str, name: str) -> None:
    first, second, *_ = (state["name"] for state in MACHINES[name]["states"])
    script = scripted(*states(name, first, first, second))
    found = using(kind, script, waiting(name, second))
    assert (found.status, len(script.requests), script.pauses) == (second, 3, [1, 2])


@both
@pytest.mark.parametrize("name", WAITS)
def test_a_final_state_ends_waiting(kind: str, name: str) -> None:
    *_, last = (state["name"] for state in MACHINES[name]["states"] if state["final"])
    first = MACHINES[name]["states"][0]["name"]
    found = using(kind, scripted(*states(name, last)), waiting(name, first))
    assert found.status == last


@both
def test_pauses_grow_to_the_longest_and_waiting_ends_in_time(kind: str) -> None:
    first = MACHINES["PayoutRecord"]["states"][0]["name"]
    script = scripted(*states("PayoutRecord", first))
    error = raised(kind, script, waiting("PayoutRecord", "succeeded", longest=20, longest_pause=5))
    assert type(error).__name__ == "StillWaitingError"
    assert (error.record.status, error.operation) == (first, "getPayout")
    assert script.pauses == pytest.approx([1, 2, 4, 5, 5, 3], abs=0.5)
    assert sum(script.pauses) <= 20


@both
def test_what_reading_raises_is_raised(kind: str) -> None:
    error = raised(kind, scripted(problem(404, "not-found")), waiting("PayoutRecord", "succeeded"))
    assert type(error).__name__ == "NotFoundError"


@both
@pytest.mark.parametrize("until", [(), ("suceeded",), "succeeded"])
def test_only_known_states_can_be_awaited(kind: str, until: Any) -> None:
    with pytest.raises(ValueError, match="until must be a collection of states: pending"):
        using(kind, scripted(), lambda client: client.wait_for_payout("id-1", until=until))


@both
@pytest.mark.parametrize("argument", ["longest", "longest_pause"])
@pytest.mark.parametrize("seconds", [0, -5, math.nan, math.inf])
def test_only_a_time_that_ends_is_waited(kind: str, argument: str, seconds: float) -> None:
    script = scripted()
    with pytest.raises(ValueError, match=f"{argument} must be a number of seconds above 0"):
        using(kind, script, waiting("PayoutRecord", "succeeded", **{argument: seconds}))
    assert script.requests == []


@both
@pytest.mark.parametrize("read", [True, False])
def test_waiting_ends_in_time_however_slowly_the_service_responds(kind: str, read: bool) -> None:
    """The first read finds no final state, or gets no answer, and the next one no answer."""
    [pending] = states("PayoutRecord", "pending")
    started = time.monotonic()
    with lying(*[answer(pending.content)] * read, dripping(b"", [b""], 30)) as liar:
        act = waiting("PayoutRecord", "succeeded", longest=2)
        error = raised(kind, scripted(), act, base_url=liar.url, transport=None, deadline=10)
        lasted = time.monotonic() - started
    assert len(liar.requests) == read + 1
    assert lasted < 7
    assert type(error).__name__ == ("StillWaitingError" if read else "NetworkError")
    assert ("after 2 seconds `status` is 'pending'" if read else "no whole answer arrived within 2 seconds") in str(
        error
    )


def states(name: str, *found: str) -> list[Any]:
    """Return an answer with the record in each of these states."""
    return [record(name, 200, **{MACHINES[name]["member"]: state}) for state in found]


def test_every_problem_has_an_exception_of_its_own() -> None:
    client, known = modules()["client"], modules()["problems"].PROBLEMS
    errors = modules()["client.errors"].PROBLEM_ERRORS
    assert list(errors) == list(known)
    assert all(issubclass(one, client.ApiError) and getattr(client, one.__name__) is one for one in errors.values())
    assert len(set(errors.values())) == len(errors)
