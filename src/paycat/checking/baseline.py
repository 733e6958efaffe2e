"""The baseline: findings that were there before a rule was, so that they do not hide the next one."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.encoding import json_text
from paycat.files import file_bytes, strict_json

FILE = "baseline.json"
LineOf = Callable[[Span], str]


@dataclass(frozen=True, slots=True)
class Baseline:
    """How often each fingerprint is passed over; `named` has its code, path and message, for people."""

    counts: Counter[str]
    named: dict[str, tuple[str, str, str]]

    def split(self, findings: Iterable[Diagnostic], line_of: LineOf) -> tuple[list[Diagnostic], list[Diagnostic]]:
        """Return the findings that the baseline does not name, and a finding for each entry that matches nothing."""
        left, new = Counter(self.counts), []
        for finding in findings:
            mark = fingerprint(finding, line_of(finding.span))
            if left[mark] > 0:
                left[mark] -= 1
            else:
                new.append(finding)
        return new, list(self._stale(+left))

    def _stale(self, left: Counter[str]) -> Iterator[Diagnostic]:
        for mark in left:
            code, path, message = self.named[mark]
            text = f"there is no longer a finding {code!r} in {path}: {message}"
            yield Diagnostic("stale-baseline", Span(FILE), text, "write it again: paycat check --write-baseline")


def fingerprint(finding: Diagnostic, line: str) -> str:
    """Return what a finding is known by wherever its line moves: code, file, message and the text of the line."""
    words = "\0".join((finding.code, finding.span.path, finding.message, line.strip()))
    return hashlib.sha256(words.encode()).hexdigest()[:32]


def read_baseline(path: Path) -> Baseline:
    """Return the baseline in a file; one without entries when there is no file. Raises FindingsError."""
    try:
        entries = strict_json(file_bytes(path))["findings"]
        named = {one["fingerprint"]: (one["code"], one["path"], one["message"]) for one in entries}
        counts = Counter({one["fingerprint"]: one["count"] for one in entries})
        if not isinstance(entries, list) or any(type(count) is not int or count < 1 for count in counts.values()):
            raise ValueError("no list of findings, or no number of them")
        return Baseline(counts, named)
    except FileNotFoundError:
        return Baseline(Counter(), {})
    except (OSError, ValueError, KeyError, TypeError) as error:
        message = "this is no baseline that paycat has written"
        hint = "remove it, or write it again: paycat check --write-baseline"
        raise FindingsError([Diagnostic("bad-baseline", Span(FILE), message, hint)]) from error


def baseline_text(findings: Iterable[Diagnostic], line_of: LineOf) -> str:
    """Return the baseline that names these findings, as the text of its file."""
    counts: Counter[str] = Counter()
    named: dict[str, Diagnostic] = {}
    for finding in findings:
        mark = fingerprint(finding, line_of(finding.span))
        counts[mark] += 1
        named[mark] = finding
    entries = [
        {"code": one.code, "path": one.span.path, "message": one.message, "count": counts[mark], "fingerprint": mark}
        for mark, one in sorted(named.items(), key=lambda item: (item[1].span, item[1].code, item[0]))
    ]
    return json_text({"findings": entries})
