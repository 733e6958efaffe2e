"""Each JSON Schema fragment is valid against draft 2020-12, and each keyword in it is one that means something.

Why: a validator passes over a keyword that it does not know, so a misspelt `maxLength` would limit nothing, and nobody
would be told. A fragment that is not valid breaks every document that holds it.

Example: in schemas/interface/records.yaml

    text: { type: string, maxlength: 200, description: The reason in a sentence. }

is found as

    schemas/interface/records.yaml:101:31 error unknown-keyword: 'maxlength' is no JSON Schema keyword in use here; did
      you mean 'maxLength'?

Fix: correct the keyword or its value. Keys of our own begin with x-.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from paycat.catalogue.forms import MEMBER
from paycat.catalogue.reading import Catalogue
from paycat.contract.dialect import metaschema
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.views.fragments import HOLDS_LIST, HOLDS_NAMED, HOLDS_ONE, Fragment, Path, fragments, schemas
from paycat.shapes.constraints import KINDS

ID = "R-45"
BROKEN = "broken-schema"
UNKNOWN_KEYWORD = "unknown-keyword"
BAD_DISCRIMINATOR = "bad-discriminator"
BAD_MEMBER = "bad-member-name"
NEEDS: tuple[str, ...] = ()

_JSON_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_METASCHEMA = Draft202012Validator(metaschema("x-field-type", "x-source"))  # Rules of their own look at these.
KEYWORDS = frozenset(
    (
        *HOLDS_ONE,
        *HOLDS_LIST,
        *HOLDS_NAMED,
        *("$ref", "$comment", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"),
        *("type", "enum", "format", "discriminator", "contentEncoding", "contentMediaType"),
        *(kind.schema_keyword for kind in KINDS.values()),
        *("minItems", "maxItems", "uniqueItems", "minContains", "maxContains"),
        *("required", "dependentRequired", "minProperties", "maxProperties"),
    )
)


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report what is no JSON Schema."""
    for fragment in fragments(catalogue):
        yield from faults(fragment)


def faults(fragment: Fragment) -> Iterator[Diagnostic]:
    """Return what is wrong with one fragment."""
    seen: set[Path] = set()
    for error in _errors(json.dumps(fragment.schema)):
        path = tuple(error.absolute_path)
        if path not in seen:  # The metaschema has parts that repeat each other.
            seen.add(path)
            yield _broken(fragment, path, error)
    for path, schema in schemas(fragment.schema):
        for keyword in schema:
            if keyword not in KEYWORDS and not keyword.startswith("x-"):
                hint = did_you_mean(keyword, KEYWORDS) or "keys of our own begin with x-"
                place = fragment.at((*path, keyword), key=True)
                yield Diagnostic(UNKNOWN_KEYWORD, place, f"{keyword!r} is no JSON Schema keyword in use here", hint)
        for name in schema.get("properties", {}) if isinstance(schema.get("properties"), dict) else ():
            if not MEMBER.holds(name):
                place = fragment.at((*path, "properties", name), key=True)
                yield Diagnostic(BAD_MEMBER, place, f"{name!r} is not a valid {MEMBER.name}", f"write {MEMBER.advice}")
        if "discriminator" in schema and not _discriminates(schema["discriminator"]):
            message = "a discriminator has `propertyName`, and `mapping` from words to records"
            yield Diagnostic(BAD_DISCRIMINATOR, fragment.at((*path, "discriminator"), key=True), message)


@lru_cache(maxsize=1024)
def _errors(schema: str) -> tuple[ValidationError, ...]:
    """Return the metaschema's errors; kept, because examples ask again for what `check` has asked."""
    return tuple(_METASCHEMA.iter_errors(json.loads(schema)))


def _broken(fragment: Fragment, path: Path, error: ValidationError) -> Diagnostic:
    keyword = path[-1] if path else None
    if keyword == "type" and error.validator == "anyOf":
        stated = error.instance if isinstance(error.instance, list) else [error.instance]
        wrong = next((index for index, word in enumerate(stated) if word not in _JSON_TYPES), 0)
        place = fragment.at((*path, wrong) if isinstance(error.instance, list) else path)
        word = str(stated[wrong]) if stated else ""
        return Diagnostic(BROKEN, place, f"unknown JSON type {word!r}", did_you_mean(word, _JSON_TYPES))
    if error.validator == "type" and error.validator_value == ["object", "boolean"]:
        return Diagnostic(BROKEN, fragment.at(path), "a JSON Schema must stand here", "write it like { type: string }")
    return Diagnostic(BROKEN, fragment.at(path), f"the value of {keyword!r} is wrong: {error.message[:200]}")


def _discriminates(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("propertyName"), str):
        return False
    mapping = value.get("mapping", {})
    known = value.keys() <= {"propertyName", "mapping"} and isinstance(mapping, dict)
    return known and all(isinstance(name, str) for name in mapping.values())
