"""What templates call: the functions of each room, as members of one object, such as `pages.outline(request)`."""

import re
from collections.abc import Callable, Mapping
from functools import cache as cached
from importlib import import_module
from inspect import formatannotation, isfunction
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from jinja2 import Undefined

from paycat.cache import Cache
from paycat.diagnostics import did_you_mean
from paycat.languages.source import UnsuitableValueError

ROOMS: Mapping[str, tuple[str, str]] = {
    "conformance": ("conformance.derive", "parameters summary"),
    "contracts": ("contract", "dispatch members naming nodes sending uses"),
    "operations": ("packages.operations", "calls notifications sandbox"),
    "pages": (
        "pages",
        "anchors colours downloads fields interface lives mistakes navigation "
        "quickstart registers rules snippets texts words",
    ),
    "python": ("packages.python", "docstrings names programs rules"),
    "schemas": ("schemas", "json_schema marks"),
    "text": ("text", "counting json_data"),
    "typescript": ("packages.typescript", "client declarations programs"),
}
"""The package of each room, and its modules of which templates call the public functions, by the name of the room."""


_type_hints = cached(get_type_hints)


class View:
    """A function that a template calls, of a room or as a filter; one with an argument `cache` gets that of the run."""

    def __init__(self, name: str, function: Callable[..., Any], cache: Cache | None = None) -> None:
        self._name = name
        self._function = function
        self._cache_argument = {"cache": cache} if "cache" in function.__annotations__ else {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return what the function returns. Raises UnsuitableValueError for an argument of another type."""
        hints = _type_hints(self._function)
        for parameter, value in (*zip([*hints][:-1], args, strict=False), *kwargs.items()):
            kind = hints.get(parameter, Any)
            if isinstance(value, Undefined | View | Views):
                str(value)  # Raises the error that names it.
            elif not _is_of(kind, value):
                takes = re.sub(r"[a-z_]+\.", "", formatannotation(kind))
                given = repr(value)[:60] if isinstance(value, str | int | None) else f"a {type(value).__name__}"
                raise UnsuitableValueError(f"`{self._name}` takes {takes} as `{parameter}`, not {given}")
        return self._function(*args, **kwargs, **self._cache_argument)

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
        known = did_you_mean(str(name), self._functions, len(self._functions))
        raise UnsuitableValueError(f"there is no function `{self._room}.{name}`; {known}")

    def __str__(self) -> str:
        """Raise UnsuitableValueError: a template prints what a view returns."""
        raise UnsuitableValueError(f"`{self._room}` has functions; call one: {self._room}.name(…)")


def _is_of(kind: Any, value: object) -> bool:
    """Return whether a value is of an annotated type, whatever the values of a mapping are."""
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin in (Literal, Union, UnionType):
        return value in inner if origin is Literal else any(_is_of(choice, value) for choice in inner)
    if origin is Any or not isinstance(origin, type):
        return True
    parts = value if isinstance(value, list | tuple) and len(inner) == 1 else ()
    is_of = isinstance(value, origin) and (origin, type(value)) != (int, bool)
    return is_of and all(_is_of(inner[0], part) for part in parts)


def functions_of(package: str, modules: str) -> list[tuple[str, Callable[..., Any]]]:
    """Return the public functions that modules of a package define, with their names."""
    loaded = [import_module(f"paycat.{package}.{name}") for name in modules.split()]
    return [
        (name, function)
        for module in loaded
        for name, function in vars(module).items()
        if isfunction(function) and function.__module__ == module.__name__ and not name.startswith("_")
    ]


FUNCTIONS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    room: dict(functions_of(*modules)) for room, modules in ROOMS.items()
}
"""The functions of each room, by the name that templates call it."""


def rooms(cache: Cache) -> dict[str, Views]:
    """Return the views of each room by the name that templates call it."""
    return {room: Views(room, functions, cache) for room, functions in FUNCTIONS.items()}
