"""schemathesis hooks for what the document cannot state of a service that remembers.

It cannot state which requests an earlier one makes invalid: a cursor must come from a page, and an idempotency key
belongs to one payload. Only valid requests are changed. The limitation of the stub counts here, too.
"""

import base64
import json
from uuid import NAMESPACE_URL, uuid5

import schemathesis
from schemathesis import GenerationMode

import tests.artefacts.stub.declared_limitation  # noqa: F401 - it registers a hook


@schemathesis.hook("before_call")
def change_what_depends_on_earlier_requests(context, case, kwargs):  # type: ignore[no-untyped-def]  # as schemathesis
    """Derive the idempotency key from the payload, and leave out a cursor that is not of a page."""
    if case.meta is None or case.meta.generation.mode is not GenerationMode.POSITIVE:
        return
    if "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = str(uuid5(NAMESPACE_URL, json.dumps(case.body, sort_keys=True, default=str)))
    if "cursor" in (case.query or {}) and not _is_of_page(case.query["cursor"]):
        del case.query["cursor"]


def _is_of_page(cursor: object) -> bool:
    try:
        last = base64.b64decode(str(cursor), altchars=b"-_", validate=True).decode()
    except ValueError:
        return False
    return last.isprintable() and last != ""
