"""The hosts that a catalogue names as its own: its texts link to no other."""

import re
from collections.abc import Collection
from urllib.parse import urlsplit

from paycat.contract.model import Contract

_HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+")
"""What browsers read as one host, too: a backslash ends a host there."""
_MAIL = "mailto:"


def own_addresses(contract: Contract) -> frozenset[str]:
    """Return the hosts of the service, its team, the published files and the problems, and the team's mail address."""
    service = contract.service
    named = (service.base_url, service.contact["url"], service.published_at or "", contract.interface.problem_base)
    return frozenset(filter(None, (*map(host_of, named), service.contact["email"])))


def is_own(address: str, own: Collection[str]) -> bool:
    """Return whether a web or mail address is among the catalogue's own, or on a host below one of them."""
    if not address.lower().startswith(_MAIL):
        return is_among(host_of(address), own)
    mailbox = address[len(_MAIL) :].partition("?")[0]
    return mailbox in own or is_among(mailbox.rpartition("@")[2].lower(), own)


def is_among(host: str, hosts: Collection[str]) -> bool:
    """Return whether a host is one of several or below one."""
    return any(host == one or host.endswith(f".{one}") for one in hosts)


def host_of(address: str) -> str:
    """Return the host of a web address; "" if it has none that every reader reads alike."""
    try:
        host = (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""
    return host if _HOST.fullmatch(host) else ""
