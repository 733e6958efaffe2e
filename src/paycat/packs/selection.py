"""What a manifest's file is made for in, the items of the contract out, with the names that templates know them by."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from paycat.contract.differences import Keys
from paycat.contract.places import keys_of_file
from paycat.packs.builders import Item
from paycat.packs.manifest import Pack
from paycat.packs.views import directions


def selected(whole: Item, each: str) -> Iterator[Item]:
    """Yield the items that a file is made for: the contract, or each direction, method or request."""
    contract = whole.contract
    if each == "service":
        yield whole
    elif each == "direction":
        yield from (replace(whole, direction=direction) for direction in directions(contract))
    elif each == "method":
        yield from (replace(whole, method=method) for method in contract.methods)
    else:
        for request in contract.requests():
            method = contract.method(request.method)
            yield replace(whole, direction=request.direction, method=method, request=request)


def names_for(item: Item, pack: Pack) -> Mapping[str, Any]:
    """Return what paths and templates may name."""
    return {
        "contract": item.contract,
        "direction": item.direction,
        "method": item.method,
        "request": item.request,
        "params": pack.params,
    }


def made_for(item: Item, path: str) -> Keys:
    """Return what a file was made for; one of the several files of a builder is named for it."""
    if item.method:
        return ("methods", item.method.code, *((item.request.direction,) if item.request else ()))
    return () if item.direction else keys_of_file((method.code for method in item.contract.methods), path)


def below(path: str, inner: str) -> str:
    """Return the path of one of the files of a builder: below the manifest's path, or "" for that path itself."""
    if not inner:
        return path
    return inner if path == "." else f"{path}/{inner}"
