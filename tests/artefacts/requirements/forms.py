"""The form that the README prints, run in node: what it says of values, without any schema."""

import json
import subprocess
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from paycat.conformance.run.engines.ajv.node import node_program
from tests.artefacts.requirements.written import Json, Written

Values = dict[str, str]
Found = set[tuple[str, str]]

ASKED = """
import { readFileSync } from "node:fs";
import { body, problems } from "./form.mjs";

const read = new Map();
const requirementsOf = (name) => {
  if (!read.has(name)) read.set(name, JSON.parse(readFileSync(`requirements/${name}.json`, "utf8")));
  return read.get(name);
};
const lines = readFileSync(0, "utf8").split("\\n").slice(0, -1);
for (const { name, values } of lines.map((line) => JSON.parse(line))) {
  const found = problems(requirementsOf(name), values);
  const sent = found.length ? null : body(requirementsOf(name), values);
  console.log(JSON.stringify({ found, sent }));
}
"""


_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int, float),
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
}


class CannotAskError(Exception):
    """A form cannot make a body; the message says why."""


def in_folder(made: Written, folder: Path) -> Path:
    """Lay the files and the programs of the README out as an integrator has them; return the folder."""
    for path, text in made.files.items():
        file = folder / "requirements" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for name, text in zip(("form.mjs", "example.mjs"), made.code(), strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def node(folder: Path, *arguments: str, text: str = "") -> str:
    """Run node in a folder; return what it printed."""
    command = [node_program("ajv"), *arguments]
    done = subprocess.run(command, cwd=folder, input=text, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def answers(folder: Path, asked: Iterable[tuple[str, Values]]) -> list[Json]:
    """Return what the form says of values, by the requirements of each name alone: `found` and `sent`."""
    (folder / "asked.mjs").write_text(ASKED, encoding="utf-8")
    text = "".join(json.dumps({"name": name, "values": values}) + "\n" for name, values in asked)
    return [json.loads(line) for line in node(folder, "asked.mjs", text=text).split("\n")[:-1]]


def found_in(answer: Json) -> Found:
    """Return the pointers and codes of an answer."""
    return {(one["pointer"], one["code"]) for one in answer["found"]}


def values_of(requirements: Json, payload: Any) -> Values:
    """Return the texts that a form sends a payload by. Raises CannotAskError when no values of a form make it."""
    known = {field["field"]["path"]: field for field in requirements["fields"]}
    groups = {group["path"] for group in requirements["groups"]} - {""}
    texts: Values = {}
    for name, value in _members(payload, groups):
        if name not in known:
            raise CannotAskError("unknown member" if name not in groups else "no object")
        text = _text(known[name], value)
        if known[name]["level"] != "fixed":
            texts[name] = text
        elif text != known[name]["value"]:
            raise CannotAskError("another fixed value")
    present = {name for name, _ in _members(payload, groups)}
    if any(field["level"] == "fixed" and name not in present for name, field in known.items()):
        raise CannotAskError("no fixed value")
    return texts


def _members(value: Any, groups: set[str], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, inner in value.items():
        path = f"{above}{name}"
        if path in groups and isinstance(inner, dict):
            yield from _members(inner, groups, f"{path}.")
        else:
            yield path, inner


def _text(field: Json, value: Any) -> str:
    if value is None:
        raise CannotAskError("null")
    if type(value) not in _KINDS[field["type"]]:
        raise CannotAskError("another JSON type")
    if value == "":
        raise CannotAskError("blank text")
    if isinstance(value, bool | dict | list):
        return json.dumps(value)
    return value if isinstance(value, str) else f"{Decimal(repr(value)):f}"


def reject_items(requirements: Json, violations: Iterable[tuple[str, str]]) -> None:
    """Raise CannotAskError where an item of a list is rejected: a form checks the list alone."""
    lists = [f"{field['pointer']}/" for field in requirements["fields"] if field["type"] == "array"]
    if any(pointer.startswith(one) for pointer, _ in violations for one in lists):
        raise CannotAskError("item of a list")


def spread(requirements: Json, violations: Iterable[tuple[str, str]]) -> Found:
    """Return violations as a form tells them: of an object that is missing, what is missing inside."""
    groups = {group["pointer"]: group["path"] for group in requirements["groups"] if group["path"]}
    found: Found = set()
    for pointer, code in violations:
        found |= (
            _inside(requirements, f"{groups[pointer]}.")
            if pointer in groups and code == "required"
            else {(pointer, code)}
        )
    return found


def _inside(requirements: Json, prefix: str) -> Found:
    fields = (field for field in requirements["fields"] if field["field"]["path"].startswith(prefix))
    conditions = (one for one in requirements["conditions"] if f"{one['group']}.".startswith(prefix))
    return {(field["pointer"], "required") for field in fields if field["level"] == "required"} | {
        (one["pointer"], one["code"]) for one in conditions
    }


def pruned(payload: Any, groups: set[str], above: str = "") -> Any:
    """Return a payload without objects of which nothing is left, as no form sends them."""
    if not isinstance(payload, dict):
        return payload
    kept = {}
    for name, inner in payload.items():
        path = f"{above}{name}"
        value = pruned(inner, groups, f"{path}.") if path in groups else inner
        if value != {} or path not in groups:
            kept[name] = value
    return kept
