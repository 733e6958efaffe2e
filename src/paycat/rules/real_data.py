"""A sample or example holds nothing that may belong to a real person: no card, account, address, phone or name.

Why: samples are published, copied and sent by tests. A real card number in them is a breach, a real address gets mail
from every integrator, and nobody who reads the catalogue can tell by whose leave it stands there.

Example: in schemas/samples/pay_in/SEPA_DEBIT.yaml

    debtor:
      name: Test Debtor
      iban: DE75512108001245126199

is found as

    schemas/samples/pay_in/SEPA_DEBIT.yaml:31:15 error real-account-number: the check digits of this IBAN are right, so
      the account may be somebody's; write a published one, such as DE89370400440532013000, or digits that are wrong

Fix: write what is published for tests or set aside: the test numbers of card networks, IBANs of the registry or with
wrong check digits, example.com, 192.0.2.1, numbers that are mostly zeros, names with Test or Example in them. Where it
is known to be nobody's, `allow` the finding at the sample and say why.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import urlsplit

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract, FieldNode
from paycat.diagnostics import Diagnostic
from paycat.rules.views import real_looking
from paycat.rules.views.written_examples import Written, written_examples

ID = "R-60"
CARD = "real-card-number"
ACCOUNT = "real-account-number"
MAILBOX = "real-mail-address"
HOST = "real-web-address"
IP_ADDRESS = "real-ip-address"
NUMBER = "real-looking-number"
NAME = "real-looking-name"
WARNINGS = (NAME,)
ALLOWABLE = (CARD, ACCOUNT, MAILBOX, HOST, IP_ADDRESS, NUMBER, NAME)
NEEDS: tuple[str, ...] = ()

_PERSONAL = ("personal", "account")
_DIGIT, _FIRST_DIGIT = re.compile("[0-9]"), re.compile(r"\b[0-9]")
_WORD, _FIRST_LETTERS = re.compile(r"[^\W\d_]{4}"), re.compile(r"\b[^\W\d_]{4}")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the values that look real, one finding for each; no value is told."""
    own = _own_hosts(catalogue)
    for written in written_examples(catalogue, contract):
        found = _looks_real(written.text, own) or _of_field(written)
        if found:
            code, message, hint = found
            yield Diagnostic(code, written.span, message, hint)


@lru_cache(maxsize=16384)  # Samples have much in common, and watching asks again and again.
def _looks_real(text: str, own: frozenset[str]) -> tuple[str, str, str] | None:
    if any(real_looking.account_numbers(text)):
        message = "the check digits of this IBAN are right, so the account may be somebody's"
        return ACCOUNT, message, "write a published one, such as DE89370400440532013000, or digits that are wrong"
    if any(real_looking.card_numbers(text)):
        message = "this is a valid number of a payment card, and none that is published for tests"
        return CARD, message, "write a test number, such as 4111111111111111"
    if any(real_looking.mail_hosts(text)):
        return MAILBOX, "the mail address may be somebody's", "write one under example.com, example.org or .test"
    if any(real_looking.web_hosts(text, own)):
        return HOST, "the web address may be somebody's", "write one under example.com, example.org or .test"
    if any(real_looking.ip_addresses(text)):
        return IP_ADDRESS, "the IP address may be somebody's", "write one of 192.0.2.0/24 or 2001:db8::/32"
    return None


def _of_field(written: Written) -> tuple[str, str, str] | None:
    field = written.field
    if field is None or field.sensitive not in _PERSONAL:
        return None
    if real_looking.is_number_of_somebody(written.text):
        message = f"{field.path!r} is sensitive, and this number may be somebody's"
        return NUMBER, message, "write one that is mostly zeros, or counts up"
    if _names_people(field, written.text) and real_looking.is_name_of_somebody(written.text):
        message = f"{field.path!r} is sensitive, and nothing says that this names nobody"
        return NAME, message, "write a word such as Test or Example into it"
    return None


def _names_people(field: FieldNode, text: str) -> bool:
    """Tell whether a text is a name or a street; a city or a district alone names nobody."""
    words = {word for told in (field.name, field.type) for word in told.split("_")}
    return "name" in words or bool({"address", "street"} & words and any(map(_is_street, text.split("\n"))))


def _is_street(line: str) -> bool:
    """Tell whether a line has a number and then a word of four letters, or the reverse."""
    digit, word = _DIGIT.search(line), _WORD.search(line)
    return bool(
        (digit and _FIRST_LETTERS.search(line, digit.end())) or (word and _FIRST_DIGIT.search(line, word.end()))
    )


def _own_hosts(catalogue: Catalogue) -> frozenset[str]:
    service, problems = catalogue.service.value, catalogue.problems.value
    stated = (service.server.url, service.contact.url, problems.base)
    return frozenset(host for url in stated if (host := _host(url)))


def _host(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None  # Not an address; the form of addresses is checked where they are read.
