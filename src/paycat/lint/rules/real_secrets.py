"""The rule on keys, tokens and secrets: none in the catalogue looks real, and that of the sandbox says test."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.loading import Scalar, node_at

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
_MARKED = re.compile("test|example|sample|demo|dummy|fake|mock|sandbox|placeholder", re.IGNORECASE)
_SHORTEST = 16
_NEAR = 40
_FEWEST_BITS = 3.3
"""Of each character of a random text; words, and numbers that count up or repeat themselves, have fewer."""


@rule("real-data")
def real_secrets(context: RuleContext) -> Iterator[Diagnostic]:
    """Report each text that looks like a real key, wherever it is; no value is printed."""
    for source in context.catalogue.files:
        for key, scalar in pairwise(source.scalars):  # Before a value is its key; a key has nothing random after it.
            if len(scalar.text) >= _SHORTEST and (message := _looks_real(scalar.text, key.text)):
                yield Diagnostic("real-secret", scalar.span, message)
    sandbox = context.catalogue.sandbox
    stated = node_at(sandbox.node, ("secret_key",)) if sandbox else None
    if isinstance(stated, Scalar) and not _MARKED.search(stated.text) and not _looks_real(stated.text, "key"):
        yield Diagnostic("real-secret", stated.span, "the key of the sandbox does not say that it is for tests")


def issued_in(text: str) -> re.Match[str] | None:
    """Return the first key in a text that looks as a service issues it, or None."""
    return next(filter(_is_issued, _ISSUED.finditer(text)), None)


@lru_cache(maxsize=16384)
def _looks_real(text: str, key: str) -> str:
    """Return why a text looks like a real key; nothing if it does not. `key` is what is written before it."""
    if issued_in(text):
        return IS_ISSUED
    is_named = _NAMED.search(key) is not None
    if is_named or _NAMED.search(text):
        for run in _RUN.finditer(text):
            near = is_named or _NAMED.search(text, max(0, run.start() - _NEAR), run.start())
            if near and _is_random(run[0]):
                return "this looks like a real key, as its characters are random"
    return ""


def _is_issued(found: re.Match[str]) -> bool:
    """Return whether a match is no placeholder, such as one with the word example or with one letter repeated."""
    if found["pem"]:
        return True
    varied = _bits(found[0]) > _FEWEST_BITS
    return varied and not _MARKED.search(found[0]) and (not found["random"] or _is_random(found["random"]))


def _is_random(run: str) -> bool:
    digits = sum(sign.isdigit() for sign in run)
    return 2 <= digits <= len(run) - 2 and _bits(run) >= _FEWEST_BITS


def _bits(text: str) -> float:
    """Return the entropy of a text, in bits for each character."""
    shares = [count / len(text) for count in Counter(text).values()]
    return -sum(share * math.log2(share) for share in shares)
