"""What another choice would change, as text."""

import json
from collections.abc import Iterable

from paycat.contract.model import Refusal
from paycat.counting import counted
from paycat.deciding.impact import Flip
from paycat.deciding.preview import Preview
from paycat.rules.verdicts import in_words

_MOST = 12


def preview_lines(preview: Preview) -> Iterable[str]:
    """Yield the lines that tell of verdicts and files; findings are printed by themselves."""
    if not preview.understood:
        yield "verdicts: not known, as a request cannot be settled"
        return
    if not preview.flips:
        yield "verdicts: no payload is judged otherwise"
    for flip in preview.flips:
        yield from _flip(flip)
    yield from _files("files changed", preview.changed)
    yield from _files("files made", preview.created)
    yield from _files("files removed", preview.removed)


def _flip(flip: Flip) -> Iterable[str]:
    yield f"{flip.request}: {counted(flip.count, 'payload')} {flip.turn}"
    yield f"  made of       {flip.origin}"
    yield f"  payload       {json.dumps(flip.payload, ensure_ascii=False)}"
    yield f"  before        {_verdict(flip.before)}"
    yield f"  after         {_verdict(flip.after)}"


def _verdict(refusals: tuple[Refusal, ...]) -> str:
    return in_words(refusals) if refusals else "accepted"


def _files(label: str, paths: tuple[str, ...]) -> Iterable[str]:
    if not paths:
        return
    yield f"{label}: {len(paths)}"
    yield from (f"  generated/{path}" for path in paths[:_MOST])
    if len(paths) > _MOST:
        yield f"  ... and {len(paths) - _MOST} more"
