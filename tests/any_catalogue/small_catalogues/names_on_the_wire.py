"""A catalogue whose members have names of every case, as interfaces have them, and some that Python cannot have."""

from copy import deepcopy
from typing import Any

from tests.any_catalogue.small_catalogues.catalogues import Catalogue, Data

NAMES = {
    "amount": "Amount",
    "currency": "currency-code",
    "scheme": "@scheme",
    "end_to_end_id": "EndToEnd:Id",
    "collection_id": "class",
    "beneficiary": "Beneficiary-Party",
    "name": "fullName",
    "iban": "IBAN",
    "sort_code": "sort-code",
    "account_number": "$account",
    "notify_url": "x:notify",
    "labels": "_labels",
}
"""The members of requests, of which records repeat some."""
_OF_RECORDS = {**NAMES, "id": "@id", "state": "@state", "changed_at": "changedAt", "failure": "why.it-failed"}
_PATHS = ("any_of", "echo")
"""Keys whose values are paths of members."""
_FIELDS: dict[str, Data] = {
    "PostalAddress.TownName": {"requirement": "required", "shape": "text", "length": "..40", "sensitive": "personal"},
    "PostalAddress.address-lines": {"requirement": "optional", "type": "lines", "sensitive": "personal"},
    "PostalAddress.$id": {"requirement": "optional", "shape": "date", "sensitive": "personal"},
    "@context[].x:y.due-at": {"requirement": "required", "shape": "date_time"},
    "@context[].x:y.self": {"requirement": "optional", "shape": "boolean"},
    "@context[].Rate": {"requirement": "required", "shape": "decimal", "minimum": 1, "maximum": 10},
    "first_line": {"requirement": "optional", "type": "line"},
    "$ref": {"requirement": "optional", "shape": "text", "length": "..40"},
    "toString": {"requirement": "optional", "shape": "integer", "minimum": 1, "maximum": 5},
    "constructor": {"requirement": "required", "shape": "text", "length": "..40"},
    "0": {"requirement": "optional", "shape": "text", "length": "..40"},
    "field_key": {"requirement": "optional", "shape": "text", "length": "..40"},
    "_key": {"requirement": "optional", "shape": "text", "length": "..40", "python_name": "own_key"},
}
_CONTAINERS = {
    "PostalAddress": {},
    "@context[]": {"requirement": "optional", "max_items": 3},
    "@context[].x:y": {"python_name": "inner"},
}
_TYPES = {
    "lines": {"shape": "list", "of": "line", "min_items": 1, "max_items": 3, "unique_items": True},
    "line": {"shape": "text", "length": "..20"},
}
_FULL = {
    "PostalAddress": {"TownName": "Bern", "address-lines": ["a", "b"], "$id": "2026-03-31"},
    "@context": [{"Rate": 1.5, "x:y": {"due-at": "2026-03-31T09:30:00+02:00", "self": True}}],
    "first_line": "a",
    "$ref": "#/a",
    "toString": 2,
    "0": "zero",
    "field_key": "b",
    "_key": "c",
}
_MEMBERS: dict[str, Data] = {
    "a.b": {"shape": "text", "made": "example"},
    "a": {"shape": "object", "requirement": "optional", "members": {"b": {"echo": "PostalAddress.TownName"}}},
    "x.y": {"shape": "object", "members": {"$ref": {"echo": "$ref", "requirement": "optional"}}},
    "account": {"shape": "text", "length": "..4", "mask": "Beneficiary-Party.IBAN", "nullable": True},
    "lists.of": {"shape": "list", "of": {"shape": "text"}, "made": "example"},
    "valueOf": {"echo": "constructor"},
}
_VARIANTS = {"Show:Code": ("ShownCode", "code-text"), "Redirect": ("RedirectAddress", "web.address")}
"""The records of a union by the values of `@type`, each with a member of its own."""
_SHOWN = {"a.b": "c", "a": {"b": "Bern"}, "x.y": {"$ref": "#/a"}, "account": "0000", "lists.of": ["d"], "valueOf": "d"}


def names_on_the_wire(catalogue: Catalogue) -> None:
    """Members of requests and records in every case, with signs, and with words of Python."""
    catalogue.only("SEPA_TRANSFER", "FASTER_PAYMENT")
    catalogue.without_invalid_samples()
    table = catalogue.files["requests/payout.yaml"]
    catalogue.files["types.yaml"]["types"] |= {
        name: {"meaning": "It is.", "source": "§2.1", **stated} for name, stated in _TYPES.items()
    }
    offers = [table, *(one["payout"] for one in catalogue.methods() if isinstance(one["payout"], dict))]
    for offer in offers:
        for key in ("fields", "containers", "conditions"):
            if key in offer:
                offer[key] = _renamed(offer[key], NAMES)
    faster = catalogue.files["methods/FASTER_PAYMENT.yaml"]["payout"]["fields"]
    faster["@scheme"] = {"python_name": "bank_scheme"}
    table["fields"] |= {path: {"meaning": "It is", **stated} for path, stated in _FIELDS.items()}
    table["containers"] |= {path: {"meaning": "It is", **stated} for path, stated in _CONTAINERS.items()}
    for name, file in catalogue.files.items():
        if name.startswith("samples/"):
            for sample, one in file["samples"].items():
                one["payload"] = _renamed(one["payload"], NAMES) | {
                    "PostalAddress": {"TownName": "Bern"},
                    "constructor": "d",
                }
                one["payload"] |= deepcopy(_FULL) if sample == "full" else {}
    _records(catalogue)
    codes = catalogue.files["interface/problems.yaml"]["violation_codes"]
    for code in ("minimum", "min_items", "max_items", "unique_items", "format"):
        codes.setdefault(code, {"meaning": "It is.", "source": "§1"})


def _records(catalogue: Catalogue) -> None:
    records = catalogue.files["interface/records.yaml"]["records"]
    record = records["RefundRecord"]
    record["members"] = _renamed(record["members"], _OF_RECORDS) | _with_meaning(_MEMBERS)
    for one in (record, records["RefundMessage"]["example"]):
        key = "example" if one is record else "refund"
        one[key] = _renamed(one[key], _OF_RECORDS) | deepcopy(_SHOWN)
    for value, (name, own) in _VARIANTS.items():
        records[name] = {
            "decision": "D-107",
            "meaning": "What is next.",
            "members": _with_meaning(
                {
                    "@type": {"shape": "text", "fixed": value},
                    own: {"shape": "text", "made": "example"},
                }
            ),
            "example": {"@type": value, own: "a"},
        }
    union = {"discriminator": "@type", "variants": {value: name for value, (name, _) in _VARIANTS.items()}}
    record["members"]["next-Step"] = {
        **union,
        "made": dict.fromkeys(("first", "later"), "Redirect"),
        "meaning": "It is.",
    }
    for example in (record["example"], records["RefundMessage"]["example"]["refund"]):
        example["next-Step"] = {"@type": "Redirect", "web.address": "a"}
    catalogue.files["interface/states.yaml"]["state_machines"]["refund"]["member"] = "@state"


def _with_meaning(members: dict[str, Data]) -> dict[str, Data]:
    """Return members with a meaning, each with a new value: YAML of a catalogue has no anchors."""
    return {
        name: {
            **stated,
            "meaning": "It is.",
            **({"members": _with_meaning(stated["members"])} if "members" in stated else {}),
        }
        for name, stated in members.items()
    }


def _renamed(value: Any, names: dict[str, str], key: str = "") -> Any:
    """Return data with other names of members, in keys and where a value is a path."""
    if isinstance(value, dict):
        return {_path(name, names): _renamed(inner, names, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names, key) for inner in value]
    return _path(value, names) if key in _PATHS and isinstance(value, str) else value


def _path(path: str, names: dict[str, str]) -> str:
    return ".".join(names.get(step, step) for step in path.split("."))
