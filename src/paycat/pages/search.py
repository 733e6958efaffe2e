"""What the search of the pages finds: everything that has a link of its own."""

from collections.abc import Iterator
from typing import NamedTuple

from paycat.contract.interface import Interface
from paycat.contract.model import Contract, Method, Request
from paycat.documents.json_schema import combinations_text
from paycat.pages.navigation import pages
from paycat.pages.words import availability_title, direction_title


class Entry(NamedTuple):
    """Something to find: its title, its kind in plain words, its link, and the text that is searched."""

    title: str
    kind: str
    url: str
    text: str


def entries(contract: Contract) -> tuple[Entry, ...]:
    """Return everything that can be found, pages and methods first."""
    return (
        *(Entry(title, "page", path, "") for path, title in pages(contract).items()),
        *(entry for method in contract.methods for entry in _method(method)),
        *(entry for request in contract.requests() for entry in _members(request)),
        *_interface(contract),
        *_registers(contract),
    )


def _method(method: Method) -> Iterator[Entry]:
    text = f"{method.title}. {method.note} {method.currency} {' '.join(method.countries)}"
    requests = [request for request in (method.pay_in.request, method.payout.request) if request]
    for request in requests:
        title = f"{method.code} {direction_title(request.direction)}"
        yield Entry(title, "method", _page(request), text)
    if not requests:
        offered = availability_title(method.payout.availability)
        yield Entry(method.code, "method", "index.html#methods", f"{text} {offered}")


def _members(request: Request) -> Iterator[Entry]:
    page, where = _page(request), f"{request.method} {direction_title(request.direction)}"
    for group in request.root.groups():
        for condition in group.conditions:
            title, text = f"{group.path or 'Which fields'} in {where}", combinations_text(condition).replace("`", "")
            yield Entry(title, "condition", f"{page}#the-conditions", text)
    for field in request.root.fields():
        hints = " ".join(hint.note for hint in field.hints)
        yield Entry(f"{field.path} in {where}", "field", f"{page}#{field.path}", f"{field.meaning}. {hints}".strip())


def _interface(contract: Contract) -> Iterator[Entry]:
    interface = contract.interface
    for operation in interface.operations:
        title = f"{operation.http_method} {operation.path}"
        yield Entry(title, "operation", f"operations.html#{operation.id}", f"{operation.id}. {operation.summary}")
    for record in interface.records:
        yield Entry(record.name, "record", f"records.html#{record.name}", record.body.meaning)
    for state_machine in interface.state_machines:
        for state in state_machine.states:
            title = f"{state.name} ({direction_title(state_machine.direction)})"
            yield Entry(title, "state", f"states.html#{state_machine.name}.{state.name}", state.meaning)
    for event in interface.event_types:
        yield Entry(event.name, "event", f"notifications.html#event-{event.name}", event.meaning)
    for problem in interface.problems:
        text = f"{problem.status}. {problem.title}. {problem.when}"
        yield Entry(problem.slug, "problem", f"problems.html#{problem.slug}", text)
    for code in interface.violation_codes:
        yield Entry(code.code, "violation code", f"problems.html#code-{code.code}", code.meaning)
    for code in interface.failure_codes:
        yield Entry(code.code, "failure code", f"problems.html#failure-{code.code}", code.meaning)
    for outcome in interface.sandbox.outcomes:
        yield Entry(outcome.reference, "outcome", f"sandbox.html#outcome-{outcome.reference}", outcome.meaning)
    yield from _sections(interface)


def _sections(interface: Interface) -> Iterator[Entry]:
    for title, page, id, text in (
        ("Authentication", "operations", "authentication", interface.auth.description),
        ("Safe repetition", "operations", "idempotency", interface.idempotency.description),
        ("Versions and deprecation", "operations", "versions", interface.versioning.description),
        ("Delivery of notifications", "notifications", "delivery", interface.delivery.description),
        ("Signing of notifications", "notifications", "signing", interface.signing.description),
    ):
        yield Entry(title, "section", f"{page}.html#{id}", text.replace("`", ""))
    for header in interface.response_headers:
        yield Entry(header.name, "header", f"operations.html#header-{header.key}", header.description.replace("`", ""))


def _registers(contract: Contract) -> Iterator[Entry]:
    for decision in contract.decisions:
        yield Entry(f"{decision.id} {decision.title}", "decision", f"decisions.html#{decision.id}", decision.chosen)
    for gap in contract.gaps:
        yield Entry(f"{gap.id} {gap.question}", "gap", f"gaps.html#{gap.id}", gap.quote or "")
    for erratum in contract.errata:
        yield Entry(f"{erratum.id} {erratum.says}", "erratum", f"errata.html#{erratum.id}", erratum.governs)


def _page(request: Request) -> str:
    return f"{request.direction}/{request.method}.html"
