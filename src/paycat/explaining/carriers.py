"""Which lines of the generated files contain a member of a request or record, or a name."""

import re
from collections.abc import Collection, Iterator

from paycat.contract.paths import Steps
from paycat.explaining.explanation import Occurrence
from paycat.explaining.project import Project
from paycat.models.class_schemas import SHARED
from paycat.workspace import GENERATED

_HEAD = 2_000
"""How many characters of a document have its title."""

_CLASS = r"^(?:class {0}\(|{0} = )\s*(?P<base>\w+)"
"""A class, or a second name of one."""
_SHARED = rf"^from \.{SHARED} import (?:\([^)]*|.*)\b{{0}}\b"
"""The import of a class that several requests use."""

_COMPONENTS = ("schemas", "parameters", "headers")


def carrying_member(project: Project, component: str, steps: Steps, owner: str) -> tuple[Occurrence, ...]:
    """Return where a member of a component is: in documents and in classes.

    `component` is the object's own, `steps` leads to the member from the request or record whose component is `owner`.
    """
    return (*_in_documents(project, component, steps, owner), *_in_classes(project, component, steps[-1:]))


def carrying_component(project: Project, name: str) -> tuple[Occurrence, ...]:
    """Return where documents have a component of this name: a record, a parameter or a header."""
    found = (
        Occurrence(f"{GENERATED}/{path}", line)
        for path, text in project.documents
        for table in _COMPONENTS
        if (line := _line_of(text, ("components", table, name)))
    )
    return tuple(found)


def carrying_mark(project: Project, marks: Collection[str]) -> tuple[Occurrence, ...]:
    """Return the first line of each artefact that has one of the marks, with the number of those that follow."""
    word = re.compile("|".join(rf"(?<![\w-]){re.escape(mark)}(?![\w-])" for mark in marks))
    found = []
    for path, text in project.artefacts.items():
        if not any(mark in text for mark in marks):  # Most have none, and the pattern takes 50 times as long to say so.
            continue
        lines = list(dict.fromkeys(_number(text, one.start()) for one in word.finditer(text)))
        if lines:
            found.append(Occurrence(f"{GENERATED}/{path}", lines[0], more=len(lines) - 1))
    return tuple(found)


def _in_documents(project: Project, component: str, steps: Steps, owner: str) -> Iterator[Occurrence]:
    title = re.compile(rf'^ {{0,2}}"?title"?: "?{re.escape(owner)}"?,?$', re.MULTILINE)
    of_component = ("components", "schemas", component, *_below(steps[-1:]))
    for path, text in project.documents:
        is_own = title.search(text, 0, _HEAD)
        line = _line_of(text, _below(steps) if is_own else of_component) if is_own or component in text else 0
        if line:
            yield Occurrence(f"{GENERATED}/{path}", line)


def _below(steps: Steps) -> tuple[str, ...]:
    """Return the steps in a schema to what steps in a body lead to."""
    return tuple(part for step in steps for part in (("items",) if isinstance(step, int) else ("properties", step)))


def _line_of(text: str, keys: tuple[str, ...]) -> int:
    """Return the line of the last key, or 0: in documents of paycat each level is indented by two spaces more."""
    begin, end, indent = 0, len(text), 2 if text.startswith("{") else 0
    for key in keys:
        starts = (text.find(f"\n{' ' * indent}{written}:", begin, end) for written in (key, f'"{key}"'))
        begin = min((start + 1 for start in starts if start >= 0), default=-1)
        if begin < 0:
            return 0
        following = re.compile(rf"\n {{0,{indent}}}[^ \n]").search(text, begin, end)
        end = following.start() if following else end
        indent += 2
    return _number(text, begin)


def _in_classes(project: Project, component: str, names: Steps) -> Iterator[Occurrence]:
    """Yield where a class of this name has a member, or where it is, if it has none or nothing is asked for.

    A member may be that of the class that it derives from, or is another name of.
    """
    for path, text in project.artefacts.items():
        found = re.search(_CLASS.format(component), text, re.MULTILINE) if path.endswith(".py") else None
        if found is None:
            continue
        after = re.compile(r"^\S", re.MULTILINE).search(text, found.end())
        body = text[found.start() : after.start() if after else len(text)]
        member = re.search(rf"^    {re.escape(str(names[0]))}: ", body, re.MULTILINE) if names else None
        is_shared = not member and re.search(_SHARED.format(found["base"]), text, re.MULTILINE)
        inherited = list(_in_classes(project, found["base"], names)) if is_shared else []
        line = _number(text, found.start() + (member.start() if member else 0))
        yield from inherited or [Occurrence(f"{GENERATED}/{path}", line)]


def _number(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
