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
    "contracts": ("contract", "client_calls dispatch members naming nodes sending uses"),
    "documents": ("documents", "security"),
    "operations": ("packages.operations", "calls credentials notifications sandbox"),
    "pages": (
        "pages",
        "anchors choosing colours credentials downloads fields interface lives mistakes navigation quickstart "
        "registers rules snippets texts words",
    ),
    "python": ("packages.python", "docstrings names programs rules"),
    "schemas": ("schemas", "cases json_schema marks"),
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
        type_by_parameter = _type_hints(self._function)
        for parameter, value in (*zip([*type_by_parameter][:-1], args, strict=False), *kwargs.items()):
            annotation = type_by_parameter.get(parameter, Any)
            if isinstance(value, Undefined | View | Views):
                str(value)  # Raises the error that names it.
            elif not _is_of(annotation, value):
                type_text = re.sub(r"[a-z_]+\.", "", formatannotation(annotation))
                value_text = repr(value)[:60] if isinstance(value, str | int | None) else f"a {type(value).__name__}"
                raise UnsuitableValueError(f"`{self._name}` takes {type_text} as `{parameter}`, not {value_text}")
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
        hint = did_you_mean(str(name), self._functions, len(self._functions))
        raise UnsuitableValueError(f"there is no function `{self._room}.{name}`; {hint}")

    def __str__(self) -> str:
        """Raise UnsuitableValueError: a template prints what a view returns."""
        raise UnsuitableValueError(f"`{self._room}` has functions; call one: {self._room}.name(…)")


def _is_of(annotation: Any, value: object) -> bool:
    """Return whether a value is of an annotated type, whatever the values of a mapping are."""
    origin, arguments = get_origin(annotation) or annotation, get_args(annotation)
    if origin in (Literal, Union, UnionType):
        return value in arguments if origin is Literal else any(_is_of(choice, value) for choice in arguments)
    if origin is Any or not isinstance(origin, type):
        return True
    items = value if isinstance(value, list | tuple) and len(arguments) == 1 else ()
    is_instance = isinstance(value, origin) and (origin, type(value)) != (int, bool)
    return is_instance and all(_is_of(arguments[0], part) for part in items)


def functions_of(package: str, module_names: str) -> list[tuple[str, Callable[..., Any]]]:
    """Return the public functions that modules of a package define, with their names."""
    modules = [import_module(f"paycat.{package}.{name}") for name in module_names.split()]
    return [
        (name, function)
        for module in modules
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
