"""The pages of registers and releases: the uses of each decision, samples that follow an erratum, and what changed."""

import re
from collections.abc import Iterable, Iterator, Mapping
from html import unescape

from markdown_it.token import Token
from markupsafe import Markup, escape

from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.registers import Erratum
from paycat.catalogue.statement import Reason
from paycat.contract.interface import Interface, Record
from paycat.contract.model import Contract, Request, Sample
from paycat.contract.nodes import Group, nodes_of
from paycat.pages.anchors import address, field_anchor, member_anchor
from paycat.pages.texts import markdown
from paycat.schemas.marks import reasons_of

Uses = dict[str, dict[str, dict[str, str]]]
"""By kind (such as "Records") and name, the links to what a decision shapes: the link text by target."""
_Cited = tuple[Reason, str, str, str, str]
"""A reason; kind and name of what it belongs to; link text and target."""
_FOLD = re.compile(r"<details>\n<summary>([^<>\n]*)</summary>")
_END = "</details>"


def decision_uses(contract: Contract) -> dict[str, Uses]:
    """Return what each decision shapes, by the decision's id."""
    uses_by_decision: dict[str, Uses] = {decision.id: {} for decision in contract.decisions}
    for reason, kind, name, link_text, target in _cited(contract):
        for id in reason.decisions:
            uses_by_decision[id].setdefault(kind, {}).setdefault(name, {})[target] = link_text
    return uses_by_decision


def erratum_samples(contract: Contract, erratum: Erratum) -> list[tuple[Request, Sample]]:
    """Return the samples that follow an erratum, each with its request type."""
    request_samples = ((request, sample) for request in contract.requests() for sample in request.samples)
    return [(request, sample) for request, sample in request_samples if sample.erratum == erratum.id]


def _cited(contract: Contract) -> Iterator[_Cited]:
    for request in contract.requests():
        yield from _of_request(request, contract.direction(request.direction).title)
    for method in contract.methods:
        offers = method.offers.values()
        directions = [offer.request.direction for offer in offers if offer.request]
        target = f"{directions[0]}/{method.name}.html" if directions else "index.html"
        for reason in (method.reason, method.country_reason, *(offer.reason for offer in offers)):
            yield _citation(reason, "Methods", method.code, target)
    for currency in contract.currencies:
        yield _citation(currency.reason, "Currencies", currency.code, "index.html#methods")
    yield _citation(contract.service.base_url_reason, "Operations", "Base URL", "operations.html#base-url")
    yield from _of_interface(contract.interface)


def _of_request(request: Request, title: str) -> Iterator[_Cited]:
    kind, page_path = f"{title} fields", f"{request.path}.html"
    for group in request.root.groups():
        target = f"{page_path}#{field_anchor(group.path)}" if group.path else page_path
        yield from _citations(reasons_of(group), kind, group.path or "the request itself", request.method, target)
        for field in group.members:
            if not isinstance(field, Group):
                reasons = (*reasons_of(field), *(hint.reason for hint in field.hints))
                target = f"{page_path}#{field_anchor(field.path)}"
                yield from _citations(reasons, kind, field.path, request.method, target)


def _of_interface(interface: Interface) -> Iterator[_Cited]:
    for operation in interface.operations:
        yield _citation(operation.reason, "Operations", operation.summary, address("operation", operation.id))
        for parameter in map(interface.parameter, operation.parameters):
            target = address("parameter", operation.id, parameter.key)
            yield parameter.reason, "Parameters", parameter.name, operation.summary, target
    for header in interface.response_headers:
        yield _citation(header.reason, "Response headers", header.name, address("response-header", header.key))
    reasons = (credential.reason for credential in interface.credentials)
    target = "operations.html#authentication"
    yield from (_citation(reason, "Operations", "Authentication", target) for reason in reasons)
    if interface.idempotency:
        yield _citation(interface.idempotency.reason, "Operations", "Idempotency", "operations.html#idempotency")
    yield from _citations(
        (limit.reason for limit in interface.limits), "Operations", "Limits", "Limits", "operations.html#limits"
    )
    if interface.versioning:
        yield _citation(interface.versioning.reason, "Operations", "Versions", "operations.html#versions")
    for record in interface.records:
        yield from _of_record(record)
    yield from _of_messages(interface)
    for problem in interface.problems:
        yield _citation(problem.reason, "Problems", problem.slug, address("problem", problem.slug))
    yield _citation(interface.sandbox.reason, "Sandbox", "Outcomes", "sandbox.html")
    for code in interface.violation_codes:
        yield _citation(code.reason, "Violation codes", code.word, address("violation", code.code))
    for failure in interface.failure_codes:
        yield _citation(failure.reason, "Failure codes", failure.code, address("failure", failure.code))


def _of_messages(interface: Interface) -> Iterator[_Cited]:
    for machine in interface.state_machines:
        yield _citation(machine.reason, "States", machine.name, address("state-machine", machine.name))
    for notification in interface.notifications:
        target = address("notification", notification.name)
        yield _citation(notification.reason, "Notifications", notification.summary, target)
        for parameter in map(interface.parameter, notification.headers):
            target = address("notification-header", parameter.key)
            yield _citation(parameter.reason, "Notifications", parameter.name, target)
    if interface.delivery:
        yield _citation(interface.delivery.reason, "Notifications", "Delivery", "notifications.html#delivery")
    if interface.signing:
        yield _citation(interface.signing.reason, "Notifications", "Signing", "notifications.html#signing")


def _of_record(record: Record) -> Iterator[_Cited]:
    yield _citation(record.reason, "Records", record.name, address("record", record.name))
    for node in nodes_of(record.body):
        if node.name and node.reason != record.reason:
            path = f"{record.name}.{node.path}"
            yield _citation(node.reason, "Records", path, f"records.html#{member_anchor(record.name, node.path)}")


def _citation(reason: Reason, kind: str, name: str, target: str) -> _Cited:
    return reason, kind, name, name, target


def _citations(reasons: Iterable[Reason], kind: str, name: str, link_text: str, target: str) -> Iterator[_Cited]:
    yield from ((reason, kind, name, link_text, target) for reason in reasons)


def released(releases: str) -> Markup:
    """Return the Markdown of `paycat changelog` as HTML.

    The only HTML in it that is not shown as text are the lines that fold a payload: `<details>` with a summary, and
    `</details>` later at the same depth. Links lead to pages alone.
    """
    reader = markdown(frozenset(), headings=True)
    tokens = _folded(reader.parse(releases))
    return Markup(reader.renderer.render(tokens, reader.options, {"root": ""}).strip())


def _folded(tokens: list[Token]) -> list[Token]:
    """Return tokens with folds instead of the paragraphs that begin and end them; one without its end stays text."""
    open_folds: list[tuple[int, str]] = []
    html_by_index: dict[int, str] = {}
    for index, token in enumerate(tokens):
        if token.nesting == -1:
            open_folds = [fold for fold in open_folds if tokens[fold[0]].level <= token.level]
        elif token.type == "paragraph_open":
            text = tokens[index + 1].content
            if match := _FOLD.fullmatch(text):
                open_folds.append((index, unescape(match[1])))
            elif text == _END and open_folds and tokens[open_folds[-1][0]].level == token.level:
                start, title = open_folds.pop()
                html_by_index |= {start: f"<details>\n<summary>{escape(title)}</summary>\n", index: "</details>\n"}
    return list(_with_html(tokens, html_by_index))


def _with_html(tokens: list[Token], html_by_index: Mapping[int, str]) -> Iterator[Token]:
    """Yield tokens, with HTML instead of the paragraphs that begin at its indexes."""
    for index, token in enumerate(tokens):
        if index in html_by_index:
            yield Token("html_block", "", 0, content=html_by_index[index])
        elif not {index - 1, index - 2} & html_by_index.keys():
            yield token


def is_described(contract: Contract, releases: str) -> bool:
    """Return whether `releases` has the changes of the contract's version."""
    return re.search(rf"^## {re.escape(contract.service.version)} ", releases, re.MULTILINE) is not None


def deprecated_names(contract: Contract) -> Iterator[tuple[str, str | None, Deprecation]]:
    """Yield name, page and deprecation of each deprecated method, then of the fields, request by request."""
    for method in contract.methods:
        if method.deprecated:
            paths = (f"{direction}/{method.name}.html" for direction, offer in method.offers.items() if offer.request)
            yield method.code, next(paths, None), method.deprecated
    for request in contract.requests():
        page_path = f"{request.path}.html"
        for field in request.root.fields():
            if field.deprecated:
                yield f"{request.method} {field.path}", f"{page_path}#{field_anchor(field.path)}", field.deprecated
