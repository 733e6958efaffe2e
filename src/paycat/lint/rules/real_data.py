"""The rule on real data: nothing in the catalogue belongs to a real person, or is a key that a service issued.

The key of the sandbox says that it is for tests.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from paycat.catalogue.shapes import Shaped
from paycat.contract.nodes import FieldNode
from paycat.contract.paths import ITEM
from paycat.contract.sending import own_addresses
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.lint.rules import real_looking
from paycat.shapes.check_digits import ALGORITHMS
from paycat.shapes.constraints.relations import Relation
from paycat.yaml.nodes import Mapping, Node, Scalar, Sequence, node_at

_EXAMPLES = ("example", "default", "fixed", "values")
_PERSONAL = ("personal", "account")
_ISSUED = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"(?P<live>[a-z]{2,12}_(?:live|prod|production)_[A-Za-z0-9]{8,})"  # Stripe, Razorpay and others
    r"|(?:whsec_|FLWSECK-|sk-|live_|gh[opsur]_|github_pat_|glpat-|npm_|pypi-|dop_v1_|hf_|shp(?:at|ca|pa|ss)_"
    r"|sq0(?:atp|csp|idp)-|EAAA|xox[abeoprs]-|ya29\.|AIza|SG\.)(?P<random>[\w+/.-]{16,})"
    r"|(?P<aws>(?:AKIA|ASIA)[0-9A-Z]{16})(?![A-Za-z0-9])"
    r"|(?P<jwt>eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}))"
    r"|-----BEGIN [A-Z0-9 ]*(?P<pem>PRIVATE KEY)-----"
)
"""Keys as well-known services issue them."""
IS_ISSUED = "this looks like a key that a service issued"
_NAMED = re.compile(
    r"(?:(?<!public[ _-])(?<!idempotency[ _-])key|token|secret|passw(?:or)?d|bearer|credential)s?\b", re.IGNORECASE
)
_RUN = re.compile(r"[A-Za-z0-9+/]{16,}")
_WORD = re.compile(r"(?:\A[a-z]|[A-Z]|[/_.-][a-z])[a-z]{3,}")
_MARKED = re.compile("test|example|sample|demo|dummy|fake|mock|sandbox|placeholder", re.IGNORECASE)
_SHORTEST = 16
_NEAR = 40
_FEWEST_BITS = 3.3
"""Of each character of a random text; words, and numbers that count up or repeat themselves, have fewer."""


class _Written(NamedTuple):
    """A text or number as it is written, or the name of a member; `field` is the sensitive field that it fills."""

    text: str
    span: Span
    field: FieldNode | None = None


@rule("real-data")
def real_data(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the values that look real, one finding for each; no value is printed."""
    addresses = own_addresses(context.contract)
    for scalar in _examples(context):
        if fault := _looks_real(scalar.text, addresses):
            code, message = fault
            yield Diagnostic(code, scalar.span, message)
        elif scalar.field and _may_be_somebodys(scalar.field, scalar.text):
            message = f"{scalar.field.path!r} is sensitive, and this number may be somebody's"
            yield Diagnostic("real-looking-number", scalar.span, message)
    for text in (*context.texts, *context.quotes):
        if fault := _names_real(text.value):
            code, message = fault
            yield text.finding(code, message)


def _examples(context: RuleContext) -> Iterator[_Written]:
    """Return every text and number of the payloads of samples, and of examples in the interface files."""
    request_by_key = {(request.direction, request.method): request for request in context.contract.requests()}
    for key, samples in context.catalogue.samples.items():
        all_fields = request_by_key[key].root.fields() if key in request_by_key else ()
        field_by_path = {field.path: field for field in all_fields if field.sensitive in _PERSONAL}
        for name in samples.value.samples:
            yield from _scalars(node_at(samples.node, ("samples", name, "payload")), field_by_path, "")
    for shape in context.stated(Shaped):
        for example_key in _EXAMPLES:
            yield from _scalars(node_at(shape.source.node, (*shape.path, example_key)), {}, "")


def _scalars(node: Node | None, field_by_path: dict[str, FieldNode], path: str) -> Iterator[_Written]:
    if isinstance(node, Scalar):
        yield _Written(node.text, node.span, field_by_path.get(path))
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item, field_by_path, f"{path}{ITEM}")
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield _Written(entry.key.text, entry.key.span)
            yield from _scalars(entry.value, field_by_path, f"{path}.{entry.key.text}" if path else entry.key.text)


def _may_be_somebodys(field: FieldNode, text: str) -> bool:
    """Return whether a number may be somebody's; check digits tell of some that they belong to nobody."""
    checks = (ALGORITHMS[str(rule.value)] for rule in field.constraints if rule.kind.relation is Relation.CHECKED)
    return real_looking.is_number_of_somebody(text) and not any(check.is_nobodys(text) for check in checks)


@lru_cache(maxsize=16384)  # Samples have much in common, and watching asks again and again.
def _looks_real(text: str, addresses: frozenset[str]) -> tuple[str, str] | None:
    """Return the code and the message of what a text looks like."""
    if any(real_looking.account_numbers(text)):
        return "real-account-number", "the check digits of this IBAN are right, so the account may be somebody's"
    if any(real_looking.card_numbers(text)):
        return "real-card-number", "this is a valid number of a payment card, and not one that is published for tests"
    if any(real_looking.mail_hosts(text)):
        return "real-mail-address", "the mail address may be somebody's"
    if any(real_looking.web_hosts(text, addresses)):
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


@rule("real-data")
def real_secrets(context: RuleContext) -> Iterator[Diagnostic]:
    """Report each text that looks like a real key, wherever it is; no value is printed."""
    for source in context.catalogue.files:
        for key, scalar in pairwise(source.scalars):  # Before a value is its key; a key has nothing random after it.
            if len(scalar.text) >= _SHORTEST and (message := _looks_secret(scalar.text, key.text)):
                yield Diagnostic("real-secret", scalar.span, message)
    sandbox = context.catalogue.sandbox
    secret = node_at(sandbox.node, ("secret_key",)) if sandbox else None
    if isinstance(secret, Scalar) and not _MARKED.search(secret.text) and not _looks_secret(secret.text, "key"):
        yield Diagnostic("real-secret", secret.span, "the key of the sandbox does not say that it is for tests")


def issued_in(text: str) -> re.Match[str] | None:
    """Return the first key in a text that looks as a service issues it, or None."""
    return next(filter(_is_issued, _ISSUED.finditer(text)), None)


@lru_cache(maxsize=16384)
def _looks_secret(text: str, key: str) -> str:
    """Return why a text looks like a real key; nothing if it does not. `key` is what is written before it."""
    if issued_in(text):
        return IS_ISSUED
    is_named = _NAMED.search(key) is not None
    if is_named or _NAMED.search(text):
        for run_match in _RUN.finditer(text):
            is_near_name = is_named or _NAMED.search(text, max(0, run_match.start() - _NEAR), run_match.start())
            if is_near_name and _is_random(run_match[0]) and not _is_of_words(run_match[0]):
                return "this looks like a real key, as its characters are random"
    return ""


def _is_issued(match: re.Match[str]) -> bool:
    """Return whether a match is no placeholder, such as one with the word example or with one letter repeated."""
    if match["pem"]:
        return True
    is_varied = _bits(match[0]) > _FEWEST_BITS
    return is_varied and not _MARKED.search(match[0]) and (not match["random"] or _is_random(match["random"]))


def _is_random(run: str) -> bool:
    digit_count = sum(map(str.isdigit, run))
    return 2 <= digit_count <= len(run) - 2 and _bits(run) >= _FEWEST_BITS


def _is_of_words(run: str) -> bool:
    """Return whether it is a path, or a name with two short numbers at most, such as PaymentInitiation3Request12."""
    letter_count, numbers = sum(map(str.isalpha, run)), re.findall("[0-9]+", run)
    has_counters = len(numbers) <= 2 and 8 * sum(map(len, numbers)) <= letter_count
    return (run[0] == "/" or has_counters) and 4 * sum(map(len, _WORD.findall(run))) > 3 * letter_count


def _bits(text: str) -> float:
    shares = [count / len(text) for count in Counter(text).values()]
    return -sum(share * math.log2(share) for share in shares)
