# Part of paycat's runtime, copied unchanged. Do not edit.

"""Whether the check digits of a text are right, by each algorithm; none skips a sign of the text."""

import re
from collections.abc import Callable, Mapping, Sequence


def luhn(text: str) -> bool:
    """Return whether the last digit is right by the Luhn algorithm (ISO/IEC 7812-1, Annex B)."""
    if not _has_form("[0-9]+", text):
        return False
    digits = [int(sign) for sign in reversed(text)]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0


def iban(text: str) -> bool:
    """Return whether a bank account number leaves 1 divided by 97, its first four signs at the end (ISO 13616-1)."""
    if not _has_form("[0-9A-Za-z]+", text):
        return False
    rest = 0
    for sign in text[4:] + text[:4]:
        number = int(sign, 36)
        rest = (rest * (10 if number < 10 else 100) + number) % 97
    return rest == 1


def aba(text: str) -> bool:
    """Return whether the last digit of a routing number is right (ABA Routing Number Policy)."""
    return (
        _has_form("[0-9]{9}", text)
        and _sum(text, (3, 7, 1, 3, 7, 1, 3, 7, 1)) % 10 == 0
    )


def cpf(text: str) -> bool:
    """Return whether the last two digits of a person's tax number are right (Receita Federal)."""
    return (
        _has_form("[0-9]{11}", text)
        and text.strip("0") != ""
        and _ends_right(text, range(11, 1, -1))
    )


def cnpj(text: str) -> bool:
    """Return whether the last two digits of a company's tax number, which may have letters, are right."""
    is_number = _has_form("[0-9A-Z]{12}[0-9]{2}", text) and not text.startswith(
        "000000000000"
    )
    return is_number and _ends_right(text, (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2))


ALGORITHMS: Mapping[str, Callable[[str], bool]] = {
    "luhn": luhn,
    "iban": iban,
    "aba": aba,
    "cpf": cpf,
    "cnpj": cnpj,
}


def _has_form(pattern: str, text: str) -> bool:
    return re.fullmatch(pattern, text) is not None


def _sum(text: str, weights: Sequence[int]) -> int:
    return sum(
        weight * (ord(sign) - ord("0"))
        for weight, sign in zip(weights, text, strict=True)
    )


def _ends_right(text: str, weights: Sequence[int]) -> bool:
    """Return whether the last two signs follow from those before them: the first by all weights but one."""
    first, last = (-_sum(text[:-end], weights[end - 1 :]) % 11 % 10 for end in (2, 1))
    return text[-2:] == f"{first}{last}"
