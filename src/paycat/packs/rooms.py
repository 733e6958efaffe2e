"""What templates call: the functions of each room, as members of one object, such as `pages.outline(request)`."""

from collections.abc import Callable, Iterable, Mapping
from inspect import isfunction
from types import ModuleType
from typing import Any

from paycat.cache import Cache
from paycat.conformance.views import CONFORMANCE
from paycat.contract.views import CONTRACTS
from paycat.diagnostics import did_you_mean
from paycat.languages.source import UnsuitableValueError
from paycat.packages.operations.views import OPERATIONS
from paycat.packages.python.views import PYTHON
from paycat.packages.typescript.views import TYPESCRIPT
from paycat.pages.views import PAGES
from paycat.schemas.views import SCHEMAS
from paycat.text.views import TEXT


class View:
    """A function of a room that a template calls; one with an argument `cache` gets that of the run."""

    def __init__(self, name: str, function: Callable[..., Any], cache: Cache) -> None:
        self._name = name
        self._function = function
        self._known = {"cache": cache} if "cache" in function.__annotations__ else {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._function(*args, **kwargs, **self._known)

    def __str__(self) -> str:
        """Raise UnsuitableValueError: a template prints what a view returns."""
        raise UnsuitableValueError(f"`{self._name}` is a function; call it: {self._name}(…)")


class Views:
    """The views of a room, which templates name as its members."""

    def __init__(self, room: str, functions: Mapping[str, Callable[..., Any]], cache: Cache) -> None:
        self._room = room
        self._functions = functions
        self._cache = cache

    def __getitem__(self, name: str) -> View:
        """Return the view of a name: Jinja looks here for a member. Raises UnsuitableValueError."""
        if name in self._functions:
            return View(f"{self._room}.{name}", self._functions[name], self._cache)
        message = f"there is no function `{self._room}.{name}`"
        raise UnsuitableValueError("; ".join(filter(None, [message, did_you_mean(str(name), self._functions)])))


def functions_of(modules: Iterable[ModuleType]) -> dict[str, Callable[..., Any]]:
    """Return the public functions that modules define, by name."""
    return {
        name: one
        for module in modules
        for name, one in vars(module).items()
        if isfunction(one) and one.__module__ == module.__name__ and not name.startswith("_")
    }


ROOMS: Mapping[str, Iterable[ModuleType]] = {
    "conformance": CONFORMANCE,
    "contracts": CONTRACTS,
    "schemas": SCHEMAS,
    "operations": OPERATIONS,
    "pages": PAGES,
    "python": PYTHON,
    "text": TEXT,
    "typescript": TYPESCRIPT,
}
FUNCTIONS: Mapping[str, Mapping[str, Callable[..., Any]]] = {room: functions_of(of) for room, of in ROOMS.items()}
"""The functions of each room, by the name that templates call it."""


def rooms(cache: Cache) -> dict[str, Views]:
    """Return the views of each room by the name that templates call it."""
    return {room: Views(room, functions, cache) for room, functions in FUNCTIONS.items()}
