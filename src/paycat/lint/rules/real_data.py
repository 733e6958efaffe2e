"""The rule on samples, examples and texts: nothing in them may belong to a real person."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from paycat.catalogue.shapes import Shaped
from paycat.contract.hosts import own_addresses
from paycat.contract.nodes import FieldNode
from paycat.contract.paths import ITEM
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.lint.rules import real_looking
from paycat.loading import Mapping, Node, Scalar, Sequence, node_at

_EXAMPLES = ("example", "default", "fixed", "values")
_PERSONAL = ("personal", "account")


class _Written(NamedTuple):
    """A text or number as it is written, or the name of a member; `field` is the sensitive field that it fills."""

    text: str
    span: Span
    field: FieldNode | None = None


@rule("real-data")
def real_data(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the values that look real, one finding for each; no value is printed."""
    own = own_addresses(context.contract)
    for written in _examples(context):
        if found := _looks_real(written.text, own):
            code, message = found
            yield Diagnostic(code, written.span, message)
        elif written.field and real_looking.is_number_of_somebody(written.text):
            message = f"{written.field.path!r} is sensitive, and this number may be somebody's"
            yield Diagnostic("real-looking-number", written.span, message)
    for text in (*context.texts, *context.quotes):
        if found := _names_real(text.value):
            code, message = found
            yield text.finding(code, message)


def _examples(context: RuleContext) -> Iterator[_Written]:
    """Return every text and number of the payloads of samples, and of examples in the interface files."""
    requests = {(one.direction, one.method): one for one in context.contract.requests()}
    for key, samples in context.catalogue.samples.items():
        every = requests[key].root.fields() if key in requests else ()
        fields = {field.path: field for field in every if field.sensitive in _PERSONAL}
        for name in samples.value.samples:
            yield from _scalars(node_at(samples.node, ("samples", name, "payload")), fields, "")
    for shape in context.stated(Shaped):
        for word in _EXAMPLES:
            yield from _scalars(node_at(shape.source.node, (*shape.path, word)), {}, "")


def _scalars(node: Node | None, fields: dict[str, FieldNode], path: str) -> Iterator[_Written]:
    if isinstance(node, Scalar):
        yield _Written(node.text, node.span, fields.get(path))
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item, fields, f"{path}{ITEM}")
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield _Written(entry.key.text, entry.key.span)
            yield from _scalars(entry.value, fields, f"{path}.{entry.key.text}" if path else entry.key.text)


@lru_cache(maxsize=16384)  # Samples have much in common, and watching asks again and again.
def _looks_real(text: str, own: frozenset[str]) -> tuple[str, str] | None:
    """Return the code and the message of what a text looks like."""
    if any(real_looking.account_numbers(text)):
        return "real-account-number", "the check digits of this IBAN are right, so the account may be somebody's"
    if any(real_looking.card_numbers(text)):
        return "real-card-number", "this is a valid number of a payment card, and not one that is published for tests"
    if any(real_looking.mail_hosts(text)):
        return "real-mail-address", "the mail address may be somebody's"
    if any(real_looking.web_hosts(text, own)):
        return "real-web-address", "the web address may be somebody's"
    if real_looking.is_wrong_ip_address(text):
        return "no-ip-address", "it has the form of an IPv4 address, but one of its numbers is above 255"
    if any(real_looking.ip_addresses(text)):
        return "real-ip-address", "the IP address may be somebody's"
    return None


@lru_cache(maxsize=16384)
def _names_real(text: str) -> tuple[str, str] | None:
    """Return the code and the message of a number in a text for people; the rule on markup reports addresses there."""
    if any(real_looking.account_numbers(text)):
        return "real-account-number", "the text has an IBAN with right check digits, so the account may be somebody's"
    if any(real_looking.card_numbers(text)):
        return "real-card-number", "the text has a valid card number, and not one that is published for tests"
    if any(real_looking.phones_in_prose(text)):
        return "real-looking-number", "the text has a phone number that may be somebody's"
    return None
