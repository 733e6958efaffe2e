"""Which generated files contain a name, and which published vectors test it; only lines with the text are parsed."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import partial

from pydantic import ValidationError

from paycat.catalogue.statement import Reason
from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.output_folder import CHECK, VALUES
from paycat.contract.differences import location_of_rule
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.project.workspace import GENERATED
from paycat.reporting.explaining.explanation import (
    Explanation,
    Named,
    Occurrence,
    Tested,
    TestedRule,
    because,
    occurrence,
)
from paycat.reporting.explaining.project import Project
from paycat.text.json_data import compact

Published = Vector | ValueVector
_DECISIONS = re.compile(rb'"decisions":(\[[^]]*\])')
"""What a line has before any text that people wrote: quotes in texts are escaped."""
_DEFINITIONS = {
    ".json": '^ {{0,2}}"title": "{1}",?$|^ {{6}}"{0}":',
    ".yaml": '^title: "?{1}"?$|^ {{4}}"?{0}"?:',
    ".py": r"^class {0}\(|^{0} = ",
}
"""By ending, how a file defines a component: a document of its owner, a key of `components`; a class, or another name
of one."""


def named(word: str, project: Project) -> Named:
    """Return every vector whose id begins with a word, by its id, such as DIRECTION.METHOD.FIELD:RULE/VARIANT."""
    for vector, location in _lines_with(project, f'"id":{compact(word)[:-1]}'):
        yield vector.id, partial(_page, project, vector, location)


def testing_rules(project: Project, *starts: str) -> Tested:
    """Return the vectors of all rules that begin so, such as `payout.METHOD.` or `payout.METHOD:`."""
    found = _lines_with(project, *(f'"rule":"{start}' for start in starts))
    return _tested(vector for vector, _ in found if vector.rule.startswith(starts))


def testing_method(project: Project, code: str) -> Tested:
    """Return the vectors that name a method."""
    found = (vector for vector, _ in _lines_with(project, compact(code)))
    return _tested(vector for vector in found if isinstance(vector, Vector) and vector.method == code)


def testing_names(project: Project, *names: str) -> Tested:
    """Return the vectors that name one of these decisions, violation codes or problems."""
    found = (vector for vector, _ in _lines_with(project, *map(compact, names)))
    named = ((vector, {*vector.decisions, *(one.code for one in vector.violations)}) for vector in found)
    return _tested(vector for vector, its in named if not its.isdisjoint(names))


def decisions_of_vectors(project: Project) -> Counter[tuple[str, ...]]:
    """Return how many vectors depend on the same decisions. Raises FindingsError for a line that is no vector."""
    counts: Counter[bytes] = Counter()
    for _, name, data in _files(project):
        for number, line in enumerate(data.splitlines(), start=1):
            found = _DECISIONS.search(line)
            if found is None:
                raise _no_vector(Span(name, number, 1))
            counts[found[1]] += 1
    return Counter({tuple(json.loads(decisions)): count for decisions, count in counts.items()})


def _tested(vectors: Iterable[Published]) -> Tested:
    rules: dict[str, list[Published]] = {}
    for vector in vectors:
        rules.setdefault(vector.rule, []).append(vector)
    found = [vector for alike in rules.values() for vector in alike]
    accepted = sum(vector.valid for vector in found)
    tested = (TestedRule(rule, len(alike), alike[0].id) for rule, alike in rules.items())
    return Tested(accepted, len(found) - accepted, tuple(tested))


def _lines_with(project: Project, *texts: str) -> Iterator[tuple[Published, Occurrence]]:
    """Return the vectors whose lines contain one of the texts. Raises FindingsError for a line that is no vector."""
    needles = [text.encode(errors="surrogatepass") for text in texts]
    for model, name, data in _files(project):
        present = [needle for needle in needles if needle in data]
        for number, line in enumerate(data.split(b"\n") if present else (), start=1):
            if any(needle in line for needle in present):
                yield _read(model, line, Span(name, number, 1)), Occurrence(name, number)


def _files(project: Project) -> Iterator[tuple[type[Published], str, bytes]]:
    """Return the files of vectors: the class of their vectors, the name in findings, and the bytes."""
    for name, data in project.vector_files.items():
        yield ValueVector if name.startswith(f"{GENERATED}/{VALUES}/") else Vector, name, data


def _read(model: type[Published], line: bytes, span: Span) -> Published:
    try:
        return model.model_validate_json(line)
    except ValidationError as error:
        raise _no_vector(span) from error


def _no_vector(span: Span) -> FindingsError:
    return FindingsError([Diagnostic("bad-vector", span, "this line is no vector", CHECK)])


def _page(project: Project, vector: Published, location: Occurrence) -> Explanation:
    sent = vector.model_dump(mode="json")
    rejected = [f"rejected: {one}" for one in vector.violations]
    if isinstance(vector, ValueVector):
        rejected = [] if vector.valid else ["rejected"]
    limitations = [f"{limitation} cannot express the rule, and accepts" for limitation in vector.limitations]
    body = sent["payload"] if "payload" in sent else sent.get("texts")
    stated = location_of_rule(project.contract, vector.rule)
    return Explanation(
        vector.id,
        f"vector of the stage {vector.stage}",
        what=(
            f"the rule {vector.rule}, {sent.get('origin', 'derived')}",
            *(rejected or ["accepted"]),
            *limitations,
            *([f"the path names the method {sent['addressed']!r}"] if "addressed" in sent else []),
            f"raw: {sent['raw']}" if "raw" in sent else json.dumps(body, ensure_ascii=False),
        ),
        defined=(location, *((occurrence(stated, "the rule"),) if stated else ())),
        why=because(project.contract, (Reason(source=vector.source, decisions=vector.decisions),)),
    )


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
