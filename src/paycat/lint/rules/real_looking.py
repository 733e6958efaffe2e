"""Finds what may belong to a real person, and numbers that were published for tests and belong to nobody."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from ipaddress import IPv4Address, IPv6Address
from itertools import pairwise

from stdnum import iban

from paycat.contract.sending import is_among
from paycat.shapes.check_digits import ALGORITHMS

FICTIONAL_PHONE = re.compile(
    "1?[2-9][0-9]{2}55501[0-9]{2}"
    "|(44|0)(1(1[3-8]|[2-6]1)4960|1914980|2079460|2896496|2920180|1632960|7700900|8081570|9098790|3069990)[0-9]{3}"
)
"""Digits only: 555-0100 to 555-0199 in North America, and Ofcom's numbers for drama."""


_CARDS, _ACCOUNTS = ALGORITHMS["luhn"], ALGORITHMS["iban"]
_CARD_LENGTHS = range(13, 20)
_GROUPED = re.compile(r"(?<![0-9A-Za-z+])[0-9](?:[\s.\u2010-\u2015-]{0,2}[0-9])+(?![0-9A-Za-z])")
_NETWORKS = re.compile(
    "4"  # Visa
    "|5[0-8]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"  # Mastercard, Maestro, Verve
    "|3[47]|30[0-5]|3095|3[689]"  # American Express, Diners
    "|35(2[89]|[3-8])"  # JCB
    "|6|81|82"  # Discover, UnionPay, Maestro, RuPay
    "|220[0-4]|9792"  # Mir, Troy
)
_IBAN = re.compile(r"(?<![0-9A-Za-z])[A-Z]{2}[0-9]{2}(?:[ -]?[0-9A-Z]){11,30}(?![0-9A-Za-z])", re.IGNORECASE)
_MAILBOX = re.compile(r"[^\s@<>:/]+@[\w-]+(\.[\w-]+)+")
_MAIL_HOST = re.compile(r"[^\s@<>:/]@(?P<host>[\w-]+(\.[\w-]+)+)")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]{0,30}://(?:[^\s/?#@]*@)?(?P<host>[^\s/?#:\[\]]+)", re.IGNORECASE)
_AFTER_HOST = ".,;!)'\"`*}>"
"""Signs that follow an address in a sentence."""
_IP_ADDRESS = re.compile(
    r"(?<![\w.:])(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)(?![\w:])"
)
_QUAD = re.compile(r"[1-9][0-9]{0,2}(?:\.[1-9]?[0-9]{1,2}){3}")
_NO_NUMBER = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}.*|[a-z][a-z0-9+.-]*://.*")  # A day, or a URL.
_NOBODYS_ENDINGS = ("test", "example", "invalid", "localhost", "example.com", "example.net", "example.org")
_IN_PROSE = re.compile(
    r"(?<![0-9A-Za-z.,_/\u00a7#-])(?P<sign>\+?)\(?[0-9](?:[ ()\u00a0/.-]{0,2}[0-9])*(?![0-9A-Za-z_]|[.,:][0-9])"
)
_PERIOD = re.compile(r"(19|20)[0-9]{2}([-/.]| - )((19|20)[0-9]{2}|[0-9]{2}([-/.][0-9]{2})?)")
"""A day, a month, or from a year to another."""
_PHONE = re.compile(r"\b(tele)?phone|\b(tel|mobile|cell|fax|call|whatsapp|msisdn)\b", re.IGNORECASE)
_NEAR = 40
_FEWEST_NATIONAL = 9
_MOST_DIGITS = 18
_FEWEST_DIGITS = 7
_SHORTEST_IBAN = 15
_LONGEST_IP_ADDRESS = 64


def card_numbers(text: str) -> Iterator[str]:
    """Yield the payment card numbers in a text that are not published for tests; digits only."""
    for match in _GROUPED.finditer(text):
        parts = _joined(re.findall("[0-9]+", match[0]))
        numbers = (part for part in parts if len(part) in _CARD_LENGTHS and _NETWORKS.match(part))
        yield from (digits for digits in numbers if _CARDS.is_right(digits) and not _CARDS.is_nobodys(digits))


def account_numbers(text: str) -> Iterator[str]:
    """Yield the IBANs in a text with right check digits that are neither published examples nor made up."""
    for match in _IBAN.finditer(text):
        signs = iban.compact(match[0])
        numbers = (signs[:length] for length in range(_SHORTEST_IBAN, len(signs) + 1))  # A word may follow a blank.
        number = next((candidate for candidate in numbers if iban.is_valid(candidate, check_country=False)), None)
        if number and not _ACCOUNTS.is_nobodys(number) and not is_made_up(number[4:]):
            yield number


def mail_hosts(text: str) -> Iterator[str]:
    """Return the hosts of the e-mail addresses in a text that somebody may own."""
    return (match["host"] for match in _MAIL_HOST.finditer(text) if not _is_nobodys(match["host"]))


def web_hosts(text: str, addresses: Collection[str]) -> Iterator[str]:
    """Yield the hosts of the URLs in a text that somebody else may own; `addresses` are the service's."""
    for match in _ADDRESS.finditer(text):
        host = match["host"].lower().rstrip(_AFTER_HOST)
        is_domain = "." in host and not re.fullmatch("[0-9.]+", host)
        if is_domain and not _is_nobodys(host) and not is_among(host, addresses):
            yield host


def ip_addresses(text: str) -> Iterator[str]:
    """Yield the IP addresses outside the ranges for documentation and private networks (RFC 5737, 3849, 1918)."""
    for match in _IP_ADDRESS.finditer(text):
        address = _address(match[0].rstrip(".")) if len(match[0]) <= _LONGEST_IP_ADDRESS else None
        if address and address.is_global and not address.is_multicast:
            yield match[0]


def is_wrong_ip_address(text: str) -> bool:
    """Return whether a text has the form of an IPv4 address, and is none."""
    return _QUAD.fullmatch(text) is not None and _address(text) is None


def is_number_of_somebody(text: str) -> bool:
    """Return whether a text of a phone or account field contains a number that somebody may have.

    IBANs, addresses and days are none of these: see `account_numbers`, `mail_hosts` and the like.
    """
    digits = re.sub("[^0-9]", "", text)
    if any(pattern.fullmatch(text) for pattern in (_NO_NUMBER, _IBAN, _MAILBOX, _IP_ADDRESS)):
        return False
    return len(digits) >= _FEWEST_DIGITS and not is_made_up(digits) and not FICTIONAL_PHONE.fullmatch(digits)


def phones_in_prose(text: str) -> Iterator[str]:
    """Yield the phone numbers in a text for people that somebody may have; digits only.

    Such a number begins with a plus or a zero, or the words before it name a phone.
    """
    for match in _IN_PROSE.finditer(text):
        digits = re.sub("[^0-9]", "", match[0])
        is_phone = match["sign"] == "+" or (digits.startswith("0") and len(digits) >= _FEWEST_NATIONAL)
        is_named = is_phone or _PHONE.search(text[max(0, match.start() - _NEAR) : match.start()])
        is_harmless = _PERIOD.fullmatch(match[0]) or FICTIONAL_PHONE.fullmatch(digits) or is_made_up(digits)
        if is_named and _FEWEST_DIGITS <= len(digits) <= _MOST_DIGITS and not is_harmless:
            yield digits


def is_made_up(number: str) -> bool:
    """Return whether half of a number's digits are the same one, count up or down, or repeat themselves."""
    digits = [int(sign) for sign in number if sign.isdecimal()]
    if not digits:
        return True
    half_length = (len(digits) + 1) // 2
    if max(Counter(digits).values()) >= half_length or max(_runs(digits, 1), _runs(digits, -1)) >= half_length:
        return True
    return _period(digits) <= len(digits) // 2


def _joined(groups: list[str]) -> Iterator[str]:
    """Yield the numbers that adjacent groups of digits form, none longer than the longest card number."""
    for start in range(len(groups)):
        digits = ""
        for group in groups[start : start + _CARD_LENGTHS.stop]:
            if len(digits) + len(group) >= _CARD_LENGTHS.stop:
                break
            digits += group
            yield digits


def _period(digits: list[int]) -> int:
    """Return after how many digits a number repeats itself, by the algorithm of Knuth, Morris and Pratt."""
    borders = [0]
    for digit in digits[1:]:
        border = borders[-1]
        while border and digits[border] != digit:
            border = borders[border - 1]
        borders.append(border + (digits[border] == digit))
    return len(digits) - borders[-1]


def _runs(digits: list[int], step: int) -> int:
    longest_run = length = 1
    for previous_digit, next_digit in pairwise(digits):
        length = length + 1 if next_digit == (previous_digit + step) % 10 else 1
        longest_run = max(longest_run, length)
    return longest_run


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        if ":" not in text:
            return IPv4Address(text)
        address = IPv6Address(text)
    except ValueError:
        return None
    return address.ipv4_mapped or address


def _is_nobodys(host: str) -> bool:
    host_name = host.lower().rstrip(".")
    return any(host_name == ending or host_name.endswith(f".{ending}") for ending in _NOBODYS_ENDINGS)
