"""Catalogues of which one dimension is at its extreme, each made of the starter by program."""

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import Any

from tests.any_catalogue.small_catalogues.catalogues import Catalogue

METHOD = "SEPA_TRANSFER"
_TABLE, _METHOD, _SAMPLES = "requests/payout.yaml", f"methods/{METHOD}.yaml", f"samples/payout/{METHOD}.yaml"
_BYTES, _LEVELS = 2**22, 64
_CODES = ("min_items", "max_items", "unique_items", "minimum", "exclusive_maximum", "multiple_of", "choice")


def _small() -> Catalogue:
    catalogue = Catalogue()
    catalogue.only(METHOD)
    catalogue.without_invalid_samples()
    return catalogue


def _base() -> Catalogue:
    catalogue = _small()
    limits = catalogue.files["interface/rules.yaml"]["limits"]
    limits["body_bytes"]["value"], limits["body_depth"]["value"] = _BYTES, _LEVELS
    decided = catalogue.files["decisions.yaml"]["decisions"]["D-111"]["values"]
    decided["limits.body_bytes"], decided["limits.body_depth"] = _BYTES, _LEVELS
    codes = catalogue.files["interface/problems.yaml"]["violation_codes"]
    codes |= {key: {"meaning": "It is.", "source": "§1"} for key in _CODES}
    return catalogue


def _add(catalogue: Catalogue, path: str, value: Any, type_: str = "statement_text", needed: str = "optional") -> None:
    """Add a field to the table, and its value to the sample `full`; `minimal` has what is required alone."""
    field = {"requirement": needed, "type": type_, "meaning": f"The text at {path}"}
    catalogue.files[_TABLE]["fields"][path] = field
    for name, one in catalogue.files[_SAMPLES]["samples"].items():
        if name == "full" or needed == "required":
            *above, last = path.split(".")
            holder = one["payload"]
            for step in above:
                holder = holder.setdefault(step, {})
            holder[last] = value


def _named(number: int) -> str:
    """Return a number in letters: names of fields have no digits at an end."""
    return "".join(chr(97 + int(digit)) for digit in f"{number:05}")


def conditions(count: int, alternatives: int = 2, together: int = 1) -> Catalogue:
    """Conditions of the method, each with combinations of fields of its own."""
    catalogue, stated = _base(), []
    for number in range(count):
        names = [
            [f"field_{_named(number)}_{_named(other)}_{_named(more)}" for more in range(together)]
            for other in range(alternatives)
        ]
        stated.append({"any_of": names, "source": "§3.2"})
        for index, combination in enumerate(names):
            for name in combination:
                _add(catalogue, name, "x", needed="conditional")
                if index == 0:
                    catalogue.files[_SAMPLES]["samples"]["minimal"]["payload"][name] = "x"
    catalogue.files[_METHOD]["payout"]["conditions"] = stated
    return catalogue


def fields(count: int) -> Catalogue:
    """Optional fields of a text."""
    catalogue = _base()
    for number in range(count):
        _add(catalogue, f"field_{_named(number)}", "x")
    return catalogue


def choices(count: int) -> Catalogue:
    """Values of a choice."""
    catalogue = _base()
    values = {_named(number): f"Value {number}" for number in range(count)}
    statement = {"shape": "choice", "meaning": "A choice.", "source": "§2.1", "values": values}
    catalogue.files["types.yaml"]["types"]["one_of_many"] = statement
    _add(catalogue, "one_of_many", next(iter(values)), "one_of_many")
    return catalogue


def decisions(count: int) -> Catalogue:
    """Decisions, each of a gap of its own, and each cited."""
    catalogue = _base()
    register, ids = catalogue.files["decisions.yaml"], [f"D-{number}" for number in range(1000, 1000 + count)]
    first = next(iter(register["decisions"].values()))
    for one in ids:
        gap = one.replace("D", "G")
        register["gaps"][gap] = {
            "section": "§2.1",
            "kind": "missing",
            "state": "decided",
            "question": f"What of {gap}?",
            "decisions": [one],
        }
        register["decisions"][one] = {**deepcopy(first), "gaps": [gap]} if "gaps" in first else deepcopy(first)
    for start in range(0, count, 20):
        _add(catalogue, f"field_{_named(start)}", "x")
        catalogue.files[_TABLE]["fields"][f"field_{_named(start)}"]["decision"] = ids[start : start + 20]
    return catalogue


def levels(count: int) -> Catalogue:
    """Objects in one another."""
    catalogue, path = _base(), ""
    for number in range(count):
        path = f"{path}level_{_named(number)}"
        catalogue.files[_TABLE]["containers"][path] = {"meaning": f"The level {number}"}
        path += "."
    _add(catalogue, f"{path}text", "x", needed="required")
    return catalogue


def texts(length: int) -> Catalogue:
    """A long text wherever prose is."""
    catalogue = _base()
    text = ("Words that say little. " * (length // 23 + 1))[:length].strip()
    _add(catalogue, "field_one", "x")
    catalogue.files[_TABLE]["fields"]["field_one"]["meaning"] = text
    catalogue.files["types.yaml"]["types"]["statement_text"]["meaning"] = f"{text}."
    return catalogue


def long_sample(length: int, base: Callable[[], Catalogue] = _base) -> Catalogue:
    """A long text in a sample."""
    catalogue = base()
    catalogue.files["types.yaml"]["types"]["prose"] = {"shape": "text", "meaning": "A text.", "source": "§2.1"}
    _add(catalogue, "prose", "x" * length, "prose")
    return catalogue


def repeats(count: int) -> Catalogue:
    """A pattern that counts far."""
    catalogue = _base()
    catalogue.files["types.yaml"]["types"]["word"] = {
        "shape": "text",
        "meaning": "A text.",
        "source": "§2.1",
        "pattern": f"^[a-y]{{1,{count}}}z{{1,{count}}}$",
    }
    _add(catalogue, "word", "aaaz", "word")
    return catalogue


def samples(count: int) -> Catalogue:
    """Samples of one request."""
    catalogue = _base()
    stated = catalogue.files[_SAMPLES]["samples"]
    for number in range(count):
        payload = {**deepcopy(stated["full"]["payload"]), "statement_text": f"Invoice {number}"}
        stated[f"invoice_{_named(number)}"] = {"meaning": f"The invoice {number}", "payload": payload}
    return catalogue


def members(count: int) -> Catalogue:
    """Members of a record."""
    catalogue = _base()
    record = catalogue.files["interface/records.yaml"]["records"]["RefundRecord"]
    for number in range(count):
        name = f"member_{_named(number)}"
        record["members"][name] = {
            "shape": "text",
            "length": "..40",
            "meaning": f"The member {name}.",
            "requirement": "optional",
            "made": "example",
        }
    return catalogue


def tangled(count: int) -> Catalogue:
    """Conditions that are as hard as satisfiability: so many things in one place fewer, no two in the same."""
    catalogue = _base()
    things, places = range(count), range(count - 1)
    apart = [[_at(one, place), _at(other, place)] for place in places for one in things for other in range(one)]
    stated = [[[_at(one, place)] for place in places] for one in things]
    for name in (_at(one, place) for one in things for place in places):
        _add(catalogue, name, "x", needed="conditional")
    conditions = [{"any_of": one, "source": "§3.2"} for one in (*stated, apart)]
    catalogue.files[_METHOD]["payout"]["conditions"] = conditions
    return catalogue


def _at(thing: int, place: int) -> str:
    return f"thing_{_named(thing)}_{_named(place)}"


EXTREMES: dict[str, Callable[[], Catalogue]] = {
    "fields": partial(fields, 500),
    "conditions": partial(conditions, 200),
    "alternatives": partial(conditions, 1, 60),
    "pairs": partial(conditions, 1, 60, 2),
    "decisions": partial(decisions, 2_000),
    "levels": partial(levels, 32),
    "texts": partial(texts, 2**20),
    "long_sample": partial(long_sample, 2**20),
    "repeats": partial(repeats, 1_000),
    "samples": partial(samples, 1_000),
    "members": partial(members, 500),
    "choices": partial(choices, 100_000),
    "fields_1000": partial(fields, 1_000),
    "tangled": partial(tangled, 8),
    "nearly_full": partial(long_sample, 15_800, _small),
}
"""Catalogues by what is extreme in them."""

TOO_LARGE = {"choices": "too-many-entries", "fields_1000": "too-many-entries", "tangled": "tangled-conditions"}
"""What `paycat check` finds in the catalogues that are too large."""
