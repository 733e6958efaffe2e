"""Which generated files contain a component, such as a request or a record, or a name."""

import re
from collections.abc import Collection

from paycat.project.workspace import GENERATED
from paycat.reporting.explaining.project import Project

_DEFINITIONS = {
    ".json": '^ {{0,2}}"title": "{1}",?$|^ {{6}}"{0}":',
    ".yaml": '^title: "?{1}"?$|^ {{4}}"?{0}"?:',
    ".py": r"^class {0}\(|^{0} = ",
}
"""By ending, how a file defines a component: a document of its owner, a key of `components`; a class, or another name
of one."""


def carrying_component(project: Project, name: str, owner: str = "") -> tuple[str, ...]:
    """Return the files that define a component, and so contain its members.

    `owner` is the component of the request that it is part of, if a request has it.
    """
    patterns = {end: how.format(re.escape(name), re.escape(owner or name)) for end, how in _DEFINITIONS.items()}
    found = (_matching(project, end, pattern, {name, owner or name}) for end, pattern in patterns.items())
    return tuple(sorted(path for paths in found for path in paths))


def carrying_mark(project: Project, marks: Collection[str]) -> tuple[str, ...]:
    """Return the files that have one of the marks."""
    return _matching(project, "", "|".join(rf"(?<![\w-]){re.escape(mark)}(?![\w-])" for mark in marks), marks)


def _matching(project: Project, ending: str, pattern: str, words: Collection[str]) -> tuple[str, ...]:
    found = re.compile(pattern, re.MULTILINE)
    # Most files have none of the words, and the pattern takes 50 times as long to say so.
    likely = ((path, text) for path, text in project.artefacts.items() if any(word in text for word in words))
    return tuple(f"{GENERATED}/{path}" for path, text in likely if path.endswith(ending) and found.search(text))
