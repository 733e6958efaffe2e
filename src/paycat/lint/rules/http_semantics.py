"""Rules of HTTP and of the signing scheme that an interface must not contradict."""

from collections.abc import Collection, Iterator, Mapping

from paycat.catalogue.interface import Notification, Operation, Problem
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import Statement
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule

_WITHOUT_CONTENT = (204, 205)
_WITHOUT_REQUEST_CONTENT = ("GET", "HEAD", "DELETE")
_REQUIRED = {401: "WWW-Authenticate", 405: "Allow", 407: "Proxy-Authenticate", 426: "Upgrade"}
"""Response headers that RFC 9110 requires, by status: sections 15.5.2, 15.5.6, 15.5.8 and 15.5.22."""
_SCHEME = "Standard Webhooks"
_OF_SCHEME = ("webhook-id", "webhook-timestamp", "webhook-signature")
"""Headers of every message, by the specification of Standard Webhooks, "Webhook headers (sending metadata)"."""


@rule("http-semantics", needs=["interface"])
def http_semantics(context: RuleContext) -> Iterator[Diagnostic]:
    """Report content where HTTP has none, and headers that HTTP or the signing scheme requires and that are missing."""
    for operation in context.stated(Operation):
        success, method = operation.value.success, operation.value.http_method
        if success.status in _WITHOUT_CONTENT:
            message = f"an answer with the status {success.status} has no content, but this one has a record"
            yield operation.finding("content-without-place", message, "success", "status", help="write `status: 200`")
        if operation.value.request and method in _WITHOUT_REQUEST_CONTENT:
            message = f"a {method} request has no content, but the operation takes a body"
            yield operation.finding("content-without-place", message, "http_method", help="write `http_method: POST`")
    operations, events = context.catalogue.operations.value, context.catalogue.events.value
    answered = {key: one.name for key, one in operations.response_headers.items()}
    for problem in context.stated(Problem):
        if required := _REQUIRED.get(problem.value.status):
            reason = f"HTTP requires it with the status {problem.value.status}"
            yield from _missing(problem, problem.value.headers, [required], answered, reason)
    sent = {key: one.name for key, one in operations.parameters.items()}
    for notification in context.stated(Notification) if events.signing.scheme.startswith(_SCHEME) else ():
        reason = f"{_SCHEME} requires it"
        yield from _missing(notification, notification.value.headers, _OF_SCHEME, sent, reason)


def _missing(
    stated: Stated[Statement], keys: Collection[str], required: Collection[str], known: Mapping[str, str], reason: str
) -> Iterator[Diagnostic]:
    if not all(key in known for key in keys):
        return  # An unknown name was reported, and may have been meant for one that is missing.
    there = {known[key].lower() for key in keys}
    missing = [name for name in required if name.lower() not in there]
    if missing:
        keys_of = {name.lower(): key for key, name in known.items()}
        add = [keys_of.get(name.lower(), name) for name in missing]
        message = f"the header {' and '.join(missing)} is missing; {reason}"
        yield stated.finding("missing-standard-header", message, "headers", help=f"add {', '.join(add)} to `headers`")
