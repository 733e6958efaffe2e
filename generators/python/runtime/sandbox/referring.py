# Part of paycat's runtime, copied unchanged. Do not edit.

"""Where the reference pages describe the fields that a request broke."""

import re
from collections.abc import Mapping
from typing import Any

from ..requests import code_in
from ..violations import pointer
from .facts import Facts, Machine

_PARAMETER = re.compile(r"\{([^}]+)\}")
_INDEX = re.compile(r"/[0-9]+(?=/|$)")


class Referring:
    """Finds the fields of requests on the pages of their methods."""

    def __init__(self, facts: Facts) -> None:
        self._machines = [
            (_matching(one.sending.path), one) for one in facts.machines.values()
        ]

    def fields(self, path: str, body: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Return the page and the steps of each field of a request, by pointer; of each item of a list with index 0.

        Empty if the request was sent elsewhere, or names no method that has a page.
        """
        for matching, machine in self._machines:
            found = matching.fullmatch(path)
            page = found and machine.sending.pages.get(_method(machine, found, body))
            if page:
                return {
                    pointer(steps): {"page": page.page, "steps": list(steps)}
                    for steps in page.fields
                }
        return {}


def of_any_item(text: str) -> str:
    """Return a pointer to the same member of the first item of every list that it leads through."""
    return _INDEX.sub("/0", text)


def _matching(path: str) -> re.Pattern[str]:
    """Return what matches the paths of an operation; its groups are the parameters, in order."""
    texts = _PARAMETER.split(path)[::2]
    return re.compile("([^/]+)".join(map(re.escape, texts)))


def _method(machine: Machine, found: re.Match[str], body: Mapping[str, Any]) -> str:
    """Return the code of the method that a request names; that of the only one if none does. Empty if it is none."""
    sending = machine.sending
    if sending.member:
        code = code_in(body, sending.member)
        return code if isinstance(code, str) else ""
    if sending.parameter:
        names = _PARAMETER.findall(sending.path)
        return found[names.index(sending.parameter) + 1]
    return machine.method
