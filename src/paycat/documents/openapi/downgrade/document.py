"""The OpenAPI 3.1.1 document in, the same as OpenAPI 3.0.3 out; what is lost stands in `info.x-losses`."""

import re
from collections.abc import Mapping
from typing import Any

from paycat.contract.model import Contract
from paycat.documents.openapi.document import VERSION as MAIN_VERSION
from paycat.documents.openapi.downgrade.losses import Losses
from paycat.documents.openapi.downgrade.notifications import with_callbacks
from paycat.documents.openapi.downgrade.objects import objects_30

VERSION = "3.0.3"

Json = dict[str, Any]

_ON_THE_LIST = re.compile(r"(?!LicenseRef-|DocumentRef-)[A-Za-z0-9.-]+")
"""An identifier of the SPDX list, which has a page for each; others are expressions, or licences of nobody's list."""


def openapi_30(document: Json, told_at: Mapping[str, str]) -> Json:
    """Return the document in OpenAPI 3.0.3; the given one stays as it is, and parts of it may be in both.

    `told_at` is what `notified_at` says. Raises ValueError, with the name, for a member or a keyword whose way to
    OpenAPI 3.0 is not known: none is passed over.
    """
    losses = Losses()
    made = objects_30(with_callbacks(document, told_at, losses), losses)
    info = _info(document["info"], losses)
    lost = losses.listed()
    info["description"] += f"\n\n{_note(bool(lost))}"
    return {**made, "openapi": VERSION, "info": {**info, "x-losses": lost}}


def notified_at(contract: Contract) -> dict[str, str]:
    """Return where requests hold the address that notifications go to: JSON Pointers, by the id of the operation.

    An operation whose requests have none, or have it in several places, is not there.
    """
    found = {}
    for operation in contract.interface.operations:
        requests = contract.requests(operation.request) if operation.request else ()
        paths = {field.path for request in requests if (field := request.by_role("notify"))}
        if len(paths) == 1:
            found[operation.id] = "/" + paths.pop().replace(".", "/")
    return found


def _info(info: Json, losses: Losses) -> Json:
    texts = (info.get(name, "") for name in ("summary", "description"))
    made = {key: value for key, value in info.items() if key != "summary"}
    made["description"] = "\n\n".join(text for text in texts if text)
    if "license" in info:
        made["license"] = _license(info["license"], losses)
    return made


def _license(stated: Json, losses: Losses) -> Json:
    if "identifier" not in stated:
        return stated
    name, identifier = stated["name"], stated["identifier"]
    if _ON_THE_LIST.fullmatch(identifier):
        return {"name": name, "url": f"https://spdx.org/licenses/{identifier}.html"}
    why, instead = "A licence of OpenAPI 3.0 has no `identifier`.", "`x-identifier` says the same to people."
    losses.add("`identifier`", why, instead, "#/info/license")
    return {"name": name, "x-identifier": identifier}


def _note(is_lossy: bool) -> str:
    outcome = "`x-losses` lists what that cannot say" if is_lossy else "nothing is lost"
    return (
        f"The main document is `openapi.yaml`, or `openapi.json`, in OpenAPI {MAIN_VERSION}. This one is the same in "
        f"OpenAPI {VERSION}, for tools that need it; {outcome}."
    )
