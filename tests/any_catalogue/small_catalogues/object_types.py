"""A catalogue whose requests and records have addresses and parties: object types, some of them tightened."""

from copy import deepcopy
from typing import Any

from tests.any_catalogue.small_catalogues.catalogues import Catalogue, Data

_TYPES: Data = {
    "geo_point": {
        "shape": "object",
        "members": {
            "lat": {"requirement": "required", "shape": "decimal", "minimum": -90, "maximum": 90, "decimal_places": 4},
            "lon": {
                "requirement": "required",
                "shape": "decimal",
                "minimum": -180,
                "maximum": 180,
                "decimal_places": 4,
            },
        },
    },
    "address": {
        "shape": "object",
        "members": {
            "lines": {"requirement": "optional", "type": "address_lines"},
            "town": {"requirement": "optional", "shape": "text", "length": "..35", "sensitive": "personal"},
            "country": {"requirement": "required", "type": "country_code"},
            "use": {"requirement": "optional", "shape": "choice", "values": ["home", "work"]},
            "geo": {"requirement": "optional", "type": "geo_point", "meaning": "Where it is on the map"},
        },
    },
    "address_lines": {"shape": "list", "of": "address_line", "max_items": 3},
    "address_line": {"shape": "text", "length": "1..70", "sensitive": "personal"},
    "country_code": {"shape": "text", "pattern": "^[A-Z]{2}$"},
    "party": {
        "shape": "object",
        "members": {
            "name": {"requirement": "required", "type": "name"},
            "home": {"requirement": "required", "type": "address", "meaning": "Where the party lives"},
            "home.town": {"requirement": "required"},
            "branches": {"requirement": "optional", "shape": "list", "of": "address", "max_items": 2},
        },
    },
    "price": {
        "shape": "object",
        "members": {
            "value": {"requirement": "required", "type": "amount"},
            "unit": {"requirement": "optional", "type": "currency", "fixed": "method.currency"},
        },
    },
    "sites": {"shape": "list", "of": "address", "max_items": 2},
}

_POINT: Data = {"lat": 47.5, "lon": 8.25}
_ADDRESS: Data = {
    "lines": ["Teststr. 1"],
    "town": "Bern",
    "country": "DE",
    "use": "home",
    "geo": {"lat": 47.5, "lon": 8.25},
}
_PARTY: Data = {"name": "Test Party", "home": _ADDRESS, "branches": [_ADDRESS, {"country": "FR"}]}

_USES: dict[str, tuple[Data, Data]] = {
    "payout": (
        {
            "seat": {"requirement": "optional", "type": "address", "meaning": "Where the creditor is"},
            "beneficiary.home": {"requirement": "required", "type": "address", "meaning": "Where the holder lives"},
            "beneficiary.home.country": {"requirement": "required", "fixed": "GB"},
            "ordering_party": {"requirement": "optional", "type": "party"},
            "sites": {"requirement": "optional", "type": "sites"},
            "fee": {"requirement": "optional", "type": "price"},
        },
        {
            "seat": _ADDRESS,
            "beneficiary.home": _ADDRESS | {"country": "GB"},
            "ordering_party": _PARTY,
            "sites": [_ADDRESS],
            "fee": {"value": 2.5},
        },
    ),
    "pay_in": (
        {
            "debtor.home": {"requirement": "optional", "type": "address"},
            "owner": {"requirement": "optional", "type": "party", "meaning": "Who owns the account"},
            "owner.born_on": {"requirement": "required", "type": "date", "meaning": "When the owner was born"},
        },
        {"debtor.home": _ADDRESS, "owner": _PARTY | {"born_on": "1990-01-01"}},
    ),
}


_MINIMAL: dict[str, Data] = {"pay_in": {}, "payout": {"beneficiary.home": {"country": "GB"}}}


def object_types(catalogue: Catalogue) -> None:
    """An address at many places of two tables and in a record, tightened at some, in a list and in other objects."""
    catalogue.only("SEPA_DEBIT", "SEPA_TRANSFER", "FASTER_PAYMENT")
    types = catalogue.files["types.yaml"]["types"]
    for name, stated in _TYPES.items():
        types[name] = {"meaning": f"A thing called {name}.", "source": "§2.1", **stated}
        for member, one in stated.get("members", {}).items():
            if "." not in member:
                one.setdefault("meaning", f"The {member} of it")
    for direction, (fields, values) in _USES.items():
        catalogue.files[f"requests/{direction}.yaml"]["fields"] |= fields
        for name, file in catalogue.files.items():
            if name.startswith(f"samples/{direction}/"):
                for sample, one in file["samples"].items():
                    _put(one["payload"], values if sample == "full" else _MINIMAL[direction])
    catalogue.without_invalid_samples()
    transfer = catalogue.files["methods/SEPA_TRANSFER.yaml"]["payout"]["fields"]
    transfer["seat.town"] = {"requirement": "required"}
    transfer["seat.geo"] = {"requirement": "absent", "source": "§3.1"}
    transfer["ordering_party"] = {"requirement": "absent", "source": "§3.1"}
    sepa = catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"]["full"]["payload"]
    del sepa["ordering_party"], sepa["seat"]["geo"]
    for code, currency in (("SEPA_TRANSFER", "EUR"), ("FASTER_PAYMENT", "GBP")):
        catalogue.files[f"samples/payout/{code}.yaml"]["samples"]["full"]["payload"]["fee"]["unit"] = currency
    codes = catalogue.files["interface/problems.yaml"]["violation_codes"]
    for code in ("minimum", "max_items", "choice"):
        codes.setdefault(code, {"meaning": "It is.", "source": "§1"})
    _records(catalogue)


def _records(catalogue: Catalogue) -> None:
    records = catalogue.files["interface/records.yaml"]["records"]
    records["RefundRecord"]["members"] |= {
        "seat": {"echo": "seat", "requirement": "optional", "meaning": "Where the creditor is."},
        "town": {"echo": "seat.town", "requirement": "optional", "meaning": "In which town the creditor is."},
        "sites": {"echo": "sites", "requirement": "optional", "meaning": "Further places."},
        "desk": {"type": "address", "made": "example", "meaning": "Who can be visited."},
    }
    shown = {"seat": _ADDRESS, "town": "Bern", "desk": {"country": "DE"}}
    records["RefundRecord"]["example"] |= shown
    records["RefundMessage"]["example"]["refund"] |= shown


def _put(payload: Data, values: Data) -> None:
    for path, value in values.items():
        *above, name = path.split(".")
        holder: Any = payload
        for step in above:
            holder = holder.setdefault(step, {})
        holder[name] = deepcopy(value)
