"""Fields and currencies of its own for each method of a synthetic project, so that no two requests are alike.

A method gets one or two fields: their names, lengths, patterns and requirements follow from a seed. Two fields may be
alternatives, by a condition. Half of the copies get the currency and the country of another method. Samples get the
values.
"""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paycat.contract.model import Contract, Method, Request
from paycat.contract.nodes import Group
from paycat.yaml.nodes import json_value
from paycat.yaml.reading import load_file

SEED = 20
TWO_FIELDS = 0.4
"""The share of methods with two fields of their own: 1.4 fields a method."""
OTHER_CURRENCY = 0.5
"""The share of copies with another currency."""
TEXT, DIGITS = "own_text", "own_digits"
_OF = ("branch", "terminal", "voucher", "agent", "contract", "invoice", "region", "clearing", "member", "branch_office")
_WHAT = ("code", "number", "key", "reference", "identifier", "label", "token", "mark")


@dataclass(frozen=True)
class OwnField:
    """A field that one method alone has, and a value that it accepts."""

    name: str
    statement: Mapping[str, Any]
    value: str

    @property
    def requirement(self) -> str:
        """Whether requests must have it."""
        return str(self.statement["requirement"])


def vary(contract: Contract, schemas: Path, codes: Mapping[str, str]) -> None:
    """Give each method of a project fields of its own; `codes` names the method that each method is a copy of."""
    chance = random.Random(SEED)  # noqa: S311 - the same fields in every run
    _add_types(schemas / "types.yaml")
    for code, original in codes.items():
        method = contract.method(original)
        assert method is not None, f"{original} is a method of the contract"
        _vary_method(contract, method, code, schemas, chance)


def _add_types(file: Path) -> None:
    data = _read(file)
    data["types"][TEXT] = {"shape": "text", "meaning": "Text of one method alone."}
    data["types"][DIGITS] = {"shape": "text", "meaning": "A number of one method alone.", "characters": "0-9"}
    _write(file, data)


def _vary_method(contract: Contract, method: Method, code: str, schemas: Path, chance: random.Random) -> None:
    file = schemas / "methods" / f"{code}.yaml"
    data = _read(file)
    other = method
    if code != method.code and chance.random() < OTHER_CURRENCY:
        other = chance.choice(_alike(contract, method))
        data |= {"currency": other.currencies[0], "countries": list(other.countries)}
    requests = [offer.request for offer in method.offers.values() if offer.request]
    taken = {field.name for request in requests for field in request.root.fields()}
    fields = [_field(chance, taken) for _ in range(2 if chance.random() < TWO_FIELDS else 1)]
    alternatives = len(fields) == 2 and chance.random() < 0.5
    if alternatives:
        fields = [OwnField(one.name, {**one.statement, "requirement": "conditional"}, one.value) for one in fields]
    replaced = {method.currencies[0]: other.currencies[0], method.countries[0]: other.countries[0]}
    for request in requests:
        data[request.direction] = _offer(data[request.direction], fields, data["source"], alternatives=alternatives)
        _vary_samples(schemas / "samples" / request.direction / f"{code}.yaml", request, replaced, fields)
    _write(file, data)


def _offer(stated: Any, fields: list[OwnField], source: str, *, alternatives: bool) -> dict[str, Any]:
    """Return what a method states of a direction, with more fields, and a condition if they are alternatives."""
    offer = stated if isinstance(stated, dict) else {"availability": stated}
    more: dict[str, Any] = {"fields": {**offer.get("fields", {}), **{one.name: one.statement for one in fields}}}
    if alternatives:
        condition = {"any_of": [[one.name] for one in fields], "source": source}
        more["conditions"] = [*offer.get("conditions", []), condition]
    return {**offer, **more}


def _alike(contract: Contract, method: Method) -> list[Method]:
    """Return the methods whose currency and country a copy may have: amounts of samples keep their verdict."""
    places = {one.code: one.exponent for one in contract.currencies}

    def of(one: Method) -> tuple[object, ...]:
        return places[one.currencies[0]], len(one.countries), one.countries_complete, one.country_mode

    return [one for one in contract.methods if of(one) == of(method)] if len(method.countries) == 1 else [method]


def _field(chance: random.Random, taken: set[str]) -> OwnField:
    free = (f"{chance.choice(_OF)}_{chance.choice(_WHAT)}" for _ in iter(int, 1))
    name = next(one for one in free if one not in taken)
    taken.add(name)
    statement: dict[str, Any] = {"requirement": chance.choice(("required", "optional")), "meaning": _meaning(name)}
    least, more = chance.randint(1, 8), chance.randint(0, 12)
    match chance.randrange(4):
        case 0:
            prefix = "".join(chance.choices("ABCDEFGHJKLMNPRSTUVWXYZ", k=2))
            statement |= {"type": TEXT, "pattern": f"^{prefix}[0-9]{{{least}}}$"}
            value = prefix + "0" * least
        case 1:
            statement |= {"type": TEXT, "length": f"{least}..{least + more}"}
            value = "x" * least
        case 2:
            statement |= {"type": DIGITS, "length": f"{least}..{least + more}"}
            value = "0" * least
        case _:
            statement |= {"type": DIGITS, "length": least}
            value = "0" * least
    return OwnField(name, statement, value)


def _meaning(name: str) -> str:
    return f"{name.replace('_', ' ').capitalize()} of the method"


def _vary_samples(file: Path, request: Request, replaced: Mapping[str, str], fields: list[OwnField]) -> None:
    """Let each sample of a request keep its verdict: it gets what is required, and `full` gets every field."""
    data = _read(file)
    for name, sample in data["samples"].items():
        payload = sample["payload"]
        if isinstance(payload, dict):
            _replace_fixed(payload, request.root, replaced)
            payload.update({one.name: one.value for one in _sent(fields, everything=name == "full")})
    _write(file, data)


def _sent(fields: list[OwnField], *, everything: bool) -> Iterator[OwnField]:
    for number, one in enumerate(fields):
        if everything or one.requirement == "required" or (one.requirement == "conditional" and not number):
            yield one


def _replace_fixed(payload: dict[str, Any], group: Group, replaced: Mapping[str, str]) -> None:
    """Replace the currency and the country, where a sample states what the field's fixed value was."""
    for member in group.members:
        value = payload.get(member.name)
        if isinstance(member, Group):
            if isinstance(value, dict):
                _replace_fixed(value, member, replaced)
        elif (fixed := member.constraint("const")) and value == fixed.value:
            payload[member.name] = replaced.get(value, value)


def _read(file: Path) -> dict[str, Any]:
    node, findings = load_file(file, file.name)
    assert node is not None, findings
    data: dict[str, Any] = json_value(node)
    return data


def _write(file: Path, data: Mapping[str, Any]) -> None:
    # JSON is YAML, too.
    file.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
