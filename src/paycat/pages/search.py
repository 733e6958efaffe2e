"""What the search of the pages finds, and data of pages as scripts, which also work from file://."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from paycat.catalogue.interface import Delivery, Signing
from paycat.catalogue.problems import ViolationCode
from paycat.catalogue.rulebook import Idempotency, Versioning
from paycat.contract.interface import Interface
from paycat.contract.model import Contract, Method, Request
from paycat.contract.uses import awaited_state
from paycat.pages.anchors import address, field_anchor
from paycat.pages.interface import machine_title, signed_message
from paycat.pages.navigation import filters, pages
from paycat.pages.words import WORDS, availability_title, limit_words
from paycat.schemas.json_schema import combinations_text
from paycat.text.json_data import compact


class SearchEntry(NamedTuple):
    """Something to find: its title, its kind in plain words, its link, its text, and other words for it."""

    title: str
    kind: str
    url: str
    text: str
    words: str = ""


def entries(contract: Contract) -> tuple[SearchEntry, ...]:
    """Return everything that can be found, pages and methods first."""
    return (
        *(SearchEntry(title, "page", path, "", _words(contract, path)) for path, title in pages(contract).items()),
        *(entry for method in contract.methods for entry in _method(contract, method)),
        *(
            entry
            for request in contract.requests()
            for entry in _members(request, contract.direction(request.direction).title)
        ),
        *_interface(contract),
        *_registers(contract),
    )


def _words(contract: Contract, path: str) -> str:
    """Return what people call the subject of a page; the first one is also found by what it filters by."""
    criterion_names = [name for name, _, _ in filters(contract)] if path == "index.html" else []
    own_words = next(group[path]["words"] for group in WORDS["pages"].values() if path in group)
    return " ".join((own_words, *criterion_names))


def _method(contract: Contract, method: Method) -> Iterator[SearchEntry]:
    text = f"{method.title}. {method.note} {' '.join((*method.currencies, *method.countries))}"
    requests = [offer.request for offer in method.offers.values() if offer.request]
    for request in requests:
        title = f"{method.code} {contract.direction(request.direction).title}"
        yield SearchEntry(title, "method", _page(request), text)
    if not requests:
        availability = ", ".join(
            dict.fromkeys(availability_title(offer.availability) for offer in method.offers.values())
        )
        yield SearchEntry(method.code, "method", "index.html#methods", f"{text} {availability}")


def _members(request: Request, direction_title: str) -> Iterator[SearchEntry]:
    page_path, place = _page(request), f"{request.method} {direction_title}"
    for group in request.root.groups():
        for condition in group.conditions:
            title, text = f"{group.path or 'Which fields'} in {place}", combinations_text(condition).replace("`", "")
            yield SearchEntry(title, "condition", f"{page_path}#the-conditions", text)
    for field in (field for field in request.root.fields() if not field.is_in_case):
        hints = " ".join(hint.note for hint in field.hints)
        title, text = f"{field.path} in {place}", f"{field.meaning}. {hints}".strip()
        yield SearchEntry(title, "field", f"{page_path}#{field_anchor(field.path)}", text)


def _interface(contract: Contract) -> Iterator[SearchEntry]:
    interface = contract.interface
    for operation in interface.operations:
        title, text = f"{operation.http_method} {operation.path}", f"{operation.id}. {operation.summary}"
        words = "poll wait status" if awaited_state(contract, operation) else ""
        yield SearchEntry(title, "operation", address("operation", operation.id), text, words)
    for record in interface.records:
        yield SearchEntry(record.name, "record", address("record", record.name), record.body.meaning)
    for state_machine in interface.state_machines:
        for state in state_machine.states:
            title = f"{state.name} ({machine_title(contract, state_machine)})"
            yield SearchEntry(title, "state", address("state", state_machine.name, state.name), state.meaning)
    for event in interface.event_types:
        yield SearchEntry(event.name, "event", address("event", event.name), event.meaning)
    for problem in interface.problems:
        text = f"{problem.status}. {problem.title}. {problem.when}"
        yield SearchEntry(problem.slug, "problem", address("problem", problem.slug), text)
    for code in interface.violation_codes:
        yield SearchEntry(code.word, "violation code", address("violation", code.code), _text_of(code))
    for failure in interface.failure_codes:
        yield SearchEntry(failure.code, "failure code", address("failure", failure.code), failure.meaning)
    for outcome in interface.sandbox.outcomes:
        yield SearchEntry(outcome.reference, "outcome", address("outcome", outcome.reference), outcome.meaning)
    yield from _sections(contract, interface)


def _section(
    title: str, target: str, term: Idempotency | Versioning | Delivery | Signing | None, words: str
) -> list[tuple[str, str, str, str]]:
    return [(title, target, term.description, words)] if term else []


def _text_of(code: ViolationCode) -> str:
    return f"{code.code}. {code.meaning}" if code.sent else code.meaning


def _sections(contract: Contract, interface: Interface) -> Iterator[SearchEntry]:
    limits_text = " ".join(map(limit_words, interface.limits))
    verification_sections = [("Check a signature", "notifications#verify", "", "verify webhook signature HMAC")]
    outcome_sections = [("Outcomes in the sandbox", "sandbox#outcomes", "", "test cases simulate failure")]
    for title, target, text, words in (
        ("Base URL", "operations#base-url", contract.service.base_url_description, "server address host"),
        *(
            ("Authentication", "operations#authentication", credential.description, "API key token secret")
            for credential in interface.credentials
        ),
        *_section("Idempotency", "operations#idempotency", interface.idempotency, "safe repetition retry"),
        ("Limits", "operations#limits", limits_text, "timeout size bytes depth"),
        *_section("Versions and deprecation", "operations#versions", interface.versioning, ""),
        *_section("Delivery of notifications", "notifications#delivery", interface.delivery, "timeout retry"),
        *_section("Signing of notifications", "notifications#signing", interface.signing, "webhook secret"),
        *(verification_sections if signed_message(contract) else ()),
        ("Start the sandbox", "sandbox#start", "", "test server local run"),
        ("Test data", "sandbox#test-data", "", "test card number account"),
        *(outcome_sections if interface.sandbox.outcomes else ()),
    ):
        page_name, _, id = target.partition("#")
        yield SearchEntry(title, "section", f"{page_name}.html#{id}", text.replace("`", ""), words)
    for header in interface.response_headers:
        yield SearchEntry(
            header.name, "header", address("response-header", header.key), header.description.replace("`", "")
        )


def _registers(contract: Contract) -> Iterator[SearchEntry]:
    for decision in contract.decisions:
        yield SearchEntry(
            f"{decision.id} {decision.title}", "decision", address("decision", decision.id), decision.chosen
        )
    for gap in contract.gaps:
        yield SearchEntry(f"{gap.id} {gap.question}", "gap", address("gap", gap.id), gap.quote or "")
    for erratum in contract.errata:
        yield SearchEntry(f"{erratum.id} {erratum.says}", "erratum", address("erratum", erratum.id), erratum.governs)


def _page(request: Request) -> str:
    return f"{request.path}.html"


def search_script(entries: tuple[SearchEntry, ...]) -> str:
    """Return the script with the search index."""
    index = [{name: value for name, value in entry._asdict().items() if value} for entry in entries]
    return script("paycatSearchIndex", index)


def script(function: str, *arguments: Any) -> str:
    """Return a script that calls a function with data."""
    # Safe inside HTML, and for older JavaScript engines, which end a line at these two characters.
    call = f"{function}({','.join(map(compact, arguments))});\n"
    return call.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
