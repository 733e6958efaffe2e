"""The ids of things on the reference pages, and the links to them.

The id of a thing is its kind and its names, with dots between: `field.payer.name`. The ids that templates write
themselves, of headings and forms, have no dot, so the two never meet, whatever a catalogue calls things.
"""

import re
from collections.abc import Iterator, Mapping

from paycat.contract.paths import ITEM, steps_of

_PAGES: Mapping[str, str] = {
    "operation": "operations",
    "credential": "operations",
    "life": "operations",
    "parameter": "operations",
    "response-header": "operations",
    "record": "records",
    "state-machine": "states",
    "state": "states",
    "event": "notifications",
    "notification": "notifications",
    "notification-header": "notifications",
    "problem": "problems",
    "violation": "problems",
    "failure": "problems",
    "outcome": "sandbox",
    "decision": "decisions",
    "gap": "gaps",
    "erratum": "errata",
}
"""The page of each kind that has one page for all of its things."""
_ESCAPED = re.compile("[^A-Za-z0-9_-]")


def anchor(kind: str, *names: str) -> str:
    """Return the id of a thing; other things have other ids. No address needs an escape for it.

    web/src/check/anchor.mjs and the page of the sandbox make the same ids in browsers.
    """
    return ".".join(_ESCAPED.sub(lambda match: f"~{ord(match[0]):x}~", name) for name in (kind, *names))


def field_anchor(path: str) -> str:
    """Return the id of the field, or of the object or list around fields, at a dotted path of a request."""
    return anchor("field", *_names(path))


def member_anchor(record_name: str, path: str) -> str:
    """Return the id of the member at a dotted path of a record."""
    return anchor("record", record_name, *_names(path))


def _names(path: str) -> Iterator[str]:
    return (ITEM if isinstance(step, int) else step for step in steps_of(path))


def address(kind: str, *names: str) -> str:
    """Return the link to a thing, relative to the folder of all pages; its kind has one page."""
    return f"{_PAGES[kind]}.html#{anchor(kind, *names)}"
