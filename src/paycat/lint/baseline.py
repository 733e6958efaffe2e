"""The baseline: findings that are older than the rule that reports them."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from paycat.counting import counted
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.encoding import json_text
from paycat.files import conflict_in, file_bytes, strict_json

FILE = "baseline.json"
_WRITE = "paycat check --write-baseline"
KeysOf = Callable[[Span], str]
"""Returns the keys of a YAML file that lead to a place, as a JSON Pointer."""
_MEMBERS = ("code", "path", "keys", "count")


class Named(NamedTuple):
    """What identifies a finding, wherever its line moves and however its message is worded: its code, file and keys."""

    code: str
    path: str
    keys: str


Baseline = Counter[Named]
"""How often each finding is skipped."""


def split(
    known: Baseline, findings: Iterable[Diagnostic], keys_of: KeysOf
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return the findings that a baseline does not name, and a finding for each of its entries that matches nothing."""
    left, new = Counter(known), []
    for finding in findings:
        name = _name(finding, keys_of)
        if left[name] > 0:
            left[name] -= 1
        else:
            new.append(finding)
    return new, [_stale(name) for name in +left]


def fingerprint(finding: Diagnostic, keys: str) -> str:
    """Return the identity of a finding in reports; `keys` lead to it in its file.

    Outside the catalogue there are none; there the message distinguishes findings of one file.
    """
    words = "\0".join((finding.code, finding.span.path, keys or finding.message))
    return hashlib.sha256(words.encode()).hexdigest()[:32]


def read_baseline(path: Path) -> Baseline:
    """Return the baseline in a file; one without entries when there is no file. Raises FindingsError."""
    try:
        data = file_bytes(path)
        if conflict := conflict_in(data, FILE, f"write it again: {_WRITE}"):
            raise FindingsError([conflict])
        entries = strict_json(data)["findings"]
        if earlier := sum("fingerprint" in one for one in entries):
            message = f"{counted(earlier, 'finding')} named by the message, as an earlier paycat did"
            raise FindingsError([Diagnostic("bad-baseline", Span(FILE), message, f"write it again: {_WRITE}")])
        counts = Counter({Named(*(one[name] for name in _MEMBERS[:-1])): one["count"] for one in entries})
        if not isinstance(entries, list) or any(type(count) is not int or count < 1 for count in counts.values()):
            raise ValueError("no list of findings, or no number of them")
        return counts
    except FileNotFoundError:
        return Counter()
    except (OSError, ValueError, KeyError, TypeError) as error:
        message, hint = "paycat did not write this baseline", f"remove it, or write it again: {_WRITE}"
        raise FindingsError([Diagnostic("bad-baseline", Span(FILE), message, hint)]) from error


def baseline_text(findings: Iterable[Diagnostic], keys_of: KeysOf) -> str:
    """Return the baseline that names these findings, as the text of its file."""
    counts = Counter(_name(finding, keys_of) for finding in findings)
    entries = [dict(zip(_MEMBERS, (*name, count), strict=True)) for name, count in sorted(counts.items())]
    return json_text({"findings": entries})


def _name(finding: Diagnostic, keys_of: KeysOf) -> Named:
    return Named(finding.code, finding.span.path, keys_of(finding.span))


def _stale(name: Named) -> Diagnostic:
    message = f"the finding {name.code!r} no longer exists at {name.path} {name.keys}"
    return Diagnostic("stale-baseline", Span(FILE), message, f"write it again: {_WRITE}")
