"""The items that each file of a pack is made for, and the part of the contract that it is made of."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from paycat.cache import Cache
from paycat.contract.model import Contract, Method, Request, declared_limitations
from paycat.packs.builders import BUILDERS, Scope
from paycat.packs.manifest import Each, Methods, PackFile
from paycat.pages.navigation import AllMethods, all_methods


def methods_of(file: PackFile) -> Methods:
    """Return the methods that a file's contract has: as the manifest states, or as the document builder needs."""
    return BUILDERS[file.document].methods if file.document else file.methods


@dataclass(frozen=True)  # Without slots, which a cached property does not work with.
class Narrowing:
    """A whole contract, of which the items of files have parts."""

    contract: Contract
    cache: Cache

    def items(self, file: PackFile) -> Iterator[Scope]:
        """Return the items that a file is made for: the contract, or each direction, method or request."""
        scopes = self._selected(file.each)
        return scopes if methods_of(file) == "all" else map(self._narrowed, scopes)

    def inputs(self, file: PackFile, scope: Scope) -> tuple[object, ...]:
        """Return all that a file is made of, beside its template or builder; nothing if that is the whole contract."""
        if methods_of(file) == "all":
            return BUILDERS[file.document].inputs(scope) if file.document else ()
        own_parts = filter(None, [scope.method or scope.request])
        return self._without_methods, self._all_methods, scope.direction or "", *own_parts

    @cached_property
    def _without_methods(self) -> Contract:
        directions = tuple(direction.model_copy(update={"request": None}) for direction in self.contract.directions)
        update = {"digest": "", "directions": directions, "methods": (), "limitations": ()}
        return self.contract.model_copy(update=update)

    @cached_property
    def _all_methods(self) -> AllMethods:
        return self.cache.of(all_methods, self.contract)

    def _narrowed(self, scope: Scope) -> Scope:
        if scope.method:
            return replace(scope, contract=self.cache.of(_with_method, self._without_methods, scope.method))
        if scope.request:
            return replace(scope, contract=self.cache.of(_with_body, self._without_methods, scope.request))
        return replace(scope, contract=self._without_methods)

    def _selected(self, each: Each) -> Iterator[Scope]:
        whole_scope = Scope(self.contract, self.cache, self._all_methods)
        match each:
            case "service" | "reasons":
                yield from [whole_scope] if each == "service" or self.contract.has_reasons else []
            case "direction":
                directions = self.contract.offered_directions()
                yield from (replace(whole_scope, direction=direction) for direction in directions)
            case "method":
                yield from (replace(whole_scope, method=method) for method in self.contract.methods)
            case "request":
                for request in self.contract.requests():
                    method = self.contract.method(request.method)
                    yield replace(whole_scope, direction=request.direction, method=method, request=request)


def _with_method(contract: Contract, method: Method) -> Contract:
    return _limited(contract.model_copy(update={"methods": (method,)}))


def _with_body(contract: Contract, request: Request) -> Contract:
    directions = (
        direction.model_copy(update={"request": request}) if direction.name == request.direction else direction
        for direction in contract.directions
    )
    return _limited(contract.model_copy(update={"directions": tuple(directions)}))


def _limited(contract: Contract) -> Contract:
    return contract.model_copy(update={"limitations": declared_limitations(contract.requests())})
