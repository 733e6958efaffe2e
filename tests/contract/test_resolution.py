"""What the YAML of a catalogue is resolved to: `resolution/<case>/edits.yaml` in, the nodes of `expected.yaml` out.

Everything that is generated comes from the resolved tree, so a wrong tree makes all engines agree on what is wrong.
Only these cases would notice. So a person writes what is expected, from what the format says of a key, and there is no
option that rewrites it.

`edits.yaml` changes the catalogue in tests/harness/catalogue. `expected.yaml` has some nodes of the contract, each in
full: what is empty is left out, a reason is written as `source` and `decisions`, a place as file and key, and null
stands for a node that must not exist. What members are where others have certain values is in `values-of-others` alone.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import projects
import pytest
import yaml
from projects import DIRECTIONS

from paycat.cache import Cache
from paycat.catalogue.reading import read_catalogue
from paycat.catalogue.statement import Value
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import Node, fields_of, groups_of
from paycat.contract.resolve import resolve
from paycat.diagnostics import Span

CASES = sorted((Path(__file__).parent / "resolution").iterdir())
PARTS = {"findings", "requests", "records", "samples", "payloads", "corrected", "methods", "contract", "interface"}
EMPTY: tuple[Any, ...] = ("", [], {})
STATED_CASES = re.compile("^( *)cases:\n(?:\\1 +.*\n)+", re.MULTILINE)


@pytest.fixture(scope="module")
def read_before() -> Cache:
    """The files that a case before this one has read."""
    return Cache()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_resolution(case: Path, tmp_path: Path, read_before: Cache) -> None:
    schemas = projects.small(tmp_path / "project") / "schemas"
    for path in schemas.rglob("*.yaml") if case.name != "values-of-others" else ():
        path.write_text(STATED_CASES.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
    projects.edit(schemas, projects.read_yaml(case / "edits.yaml"))
    catalogue, unread = read_catalogue(schemas, cache=read_before)
    assert catalogue is not None
    assert unread == []
    contract, found = resolve(catalogue)
    expected = {"findings": [], **projects.read_yaml(case / "expected.yaml")}
    resolved = Resolved(schemas, contract)
    findings = [f"{one.code} at {resolved.location(one.span)}" for one in found]
    assert dumped({"findings": findings, **resolved.like(expected)}) == dumped(expected)


def test_each_case_names_what_it_expects() -> None:
    for case in CASES:
        assert {path.name for path in case.iterdir()} == {"edits.yaml", "expected.yaml"}
        expected = projects.read_yaml(case / "expected.yaml")
        assert expected.keys() <= PARTS
        assert all(expected.values()), case.name


def dumped(nodes: dict[str, Any]) -> str:
    """Return nodes as text, so that a failure shows the lines that differ."""
    return yaml.safe_dump(nodes, allow_unicode=True, width=200)


class Resolved:
    """A contract, and the files that it was resolved from."""

    def __init__(self, schemas: Path, contract: Contract) -> None:
        self._contract = contract
        self._lines = cache(lambda path: (schemas.parent / path).read_text(encoding="utf-8").splitlines())

    def like(self, expected: dict[str, Any]) -> dict[str, Any]:
        """Return the nodes that an expectation names, in its form."""
        kinds = {
            "requests": lambda name, stated: self._nodes(self._request(name).root, stated),
            "records": lambda name, stated: self._nodes(self._contract.interface.record(name).body, stated),
            "samples": lambda name, _: [sample.name for sample in self._request(name).samples],
            "payloads": lambda name, stated: {one: self._request(name).sample(one).payload for one in stated},
            "corrected": lambda name, stated: {one: self._request(name).sample(one).corrected for one in stated},
            "methods": lambda name, _: self._method(name),
            "contract": lambda kind, stated: self._named(getattr(self._contract, kind), stated),
            "interface": lambda kind, stated: self._named(getattr(self._contract.interface, kind), stated),
        }
        return {
            part: {name: kinds[part](name, stated) for name, stated in named.items()}
            for part, named in expected.items()
            if part != "findings"
        }

    def location(self, span: Span) -> str:
        """Return the file and the key that a place is at; lines would change with every edit of the catalogue."""
        key = self._lines(span.path)[span.line - 1].strip().partition(":")[0]
        return f"{span.path.removeprefix('schemas/')}, {key}"

    def _request(self, name: str) -> Request:
        direction, method = name.split()
        return next(one for one in self._contract.requests() if (one.direction, one.name) == (direction, method))

    def _nodes(self, body: Node, stated: dict[str, Any]) -> dict[str, Any]:
        """Return the named nodes of a body by path; the path of the body is empty."""
        nodes = {node.path: node for node in (*groups_of(body), *fields_of(body))}
        return {path: self._form(nodes[path]) if path in nodes else None for path in stated}

    def _method(self, name: str) -> dict[str, Any] | None:
        method = next((one for one in self._contract.methods if one.name == name), None)
        if method is None:
            return None
        offers = {direction: self._form(method.offer(direction), "request") for direction in DIRECTIONS}
        return {**self._form(method, "offers"), **offers}

    def _named(self, nodes: Any, stated: Any) -> Any:
        """Return the named nodes of a list, or all of it where a list is stated; what is no list as it is."""
        if not isinstance(nodes, tuple):
            return self._form(nodes) if isinstance(nodes, Value) else nodes
        if not isinstance(stated, dict):
            return [self._form(node) for node in nodes]
        known_by = next(key for key in ("slug", "key", "id", "code", "name") if hasattr(nodes[0], key))
        forms = {getattr(node, known_by): self._form(node) for node in nodes}
        return {name: forms.get(name) for name in stated}

    def _form(self, node: Value, *without: str) -> dict[str, Any]:
        """Return a node as it is written in a case."""
        form: dict[str, Any] = self._short(node.model_dump(mode="json", exclude=set(without)))
        return form

    def _short(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._short(one) for one in value]
        if not isinstance(value, dict):
            return value
        found = {**value, **(value.get("reason") or {})}
        if value.get("location"):
            found["at"] = self.location(Span.of(value["location"]))
        if "keyword" in value and "code" in value:
            found[value["keyword"]] = found.pop("value")
            del found["keyword"]
        if "kind" in value and "path" in value:
            found = {key: inner for key, inner in found.items() if key not in ("kind", "name", "path")}
        if "members" in value:
            found["members"] = [member["name"] for member in value["members"]]
        short = {key: self._short(inner) for key, inner in found.items() if key not in ("reason", "location")}
        return {key: inner for key, inner in short.items() if not (inner is None or inner is False or inner in EMPTY)}
