# Part of paycat's runtime, copied unchanged. Do not edit.

"""Where notifications may go: HTTPS addresses of the public internet, and the one address that was allowed.

A host name is resolved once. The connection goes to an address that was checked, so no second answer of a name server
can lead it into a private network.
"""

import asyncio
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

import httpx

_HTTPS_PORT = 443
_LAST_PORT = 65_535
_INTERNET = IPv6Network("2000::/3")
"""All addresses that are assigned: outside are local ones, and those that lead to an IPv4 address."""
_DOCUMENTATION = IPv6Network("3fff::/20")


class ForbiddenAddressError(Exception):
    """The address is not one that notifications are sent to."""


@dataclass(frozen=True, slots=True)
class Destination:
    """What a request is sent to: the URL to connect to, and the host that it is for."""

    url: httpx.URL
    host: str
    server_name: str


async def destination_of(address: str, allowed: str) -> Destination:
    """Return where a notification is sent. Raises ForbiddenAddressError.

    `allowed` is the one address that need be neither HTTPS nor public.
    """
    try:
        url = httpx.URL(address)
        name = url.host  # It is decoded here, and may be no name.
    except (httpx.InvalidURL, UnicodeError):
        raise ForbiddenAddressError("the address is no URL") from None
    host = url.netloc.decode("ascii")
    if allowed and address == allowed:
        return Destination(url, host, name)
    if url.scheme != "https" or not name or url.userinfo:
        raise ForbiddenAddressError("the address is not an HTTPS URL without a user")
    port = _HTTPS_PORT if url.port is None else url.port
    if not 0 < port <= _LAST_PORT:
        raise ForbiddenAddressError(f"the port is not from 1 to {_LAST_PORT}")
    found = await _resolved(name, port)
    if not found or not all(map(is_public, found)):
        raise ForbiddenAddressError("the host has no public address")
    return Destination(url.copy_with(host=str(found[0])), host, name)


async def _resolved(host: str, port: int) -> list[IPv4Address | IPv6Address]:
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise ForbiddenAddressError("the host is not known") from None
    return [ip_address(str(one[4][0]).partition("%")[0]) for one in found]


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is on the public internet, also where it holds another one."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_public(inner)
        if address.teredo or address in _DOCUMENTATION or address not in _INTERNET:
            return False
    return address.is_global and not address.is_multicast
