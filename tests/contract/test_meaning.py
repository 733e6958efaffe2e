"""Properties: the contract's verdict is that of the published schemas; pointers and encoders can be undone."""

import copy
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import jsonschema_rs
import projects
import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from paycat.contract.model import Contract, Request, Violation
from paycat.contract.nodes import FieldNode
from paycat.contract.paths import pointer
from paycat.contract.validate import VariantValidator, validate
from paycat.text.characters import unwanted_in
from paycat.text.json_data import json_line, json_text, pretty
from paycat.yaml.nodes import json_value
from paycat.yaml.printing import yaml_text
from paycat.yaml.reading import parse

EXAMPLES = settings(
    max_examples=300, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)

TEXTS = st.one_of(
    st.text(max_size=6),
    st.text(alphabet="0123456789", max_size=22),
    st.sampled_from(["", "\n", "1\n", "NO", "https://a", "HTTPS://a/b?c", "http://a", "https://a b", "٣", "😀"]),
    st.sampled_from([1, 19, 20, 21, 254, 255, 256, 2040, 2048, 2049]).map(lambda length: "1" * length),
)
NUMBERS = st.one_of(
    st.integers(-(10**16), 10**16),
    st.decimals(min_value=-1, max_value=100, places=2).map(float),
    st.decimals(min_value=0, max_value=10, places=4).map(float),
    st.sampled_from([0, 0.0, -0.0, 0.01, 0.5, 100.0, 9999999999999, 9999999999999.99]),
    st.sampled_from([1e13, 10**13, 10**20, 1e300]),
)
LEAVES = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)),
    max_leaves=4,
)


KINDS = ["rewritten", "rewritten", "rewritten", "rewritten", "replaced", "left out", "renamed", "added"]


@pytest.fixture(scope="module")
def lost(contract: Contract) -> Callable[[Request, Violation], bool]:
    """Tell which violations a schema cannot give: the one declared limitation."""
    locations = {currency.code: currency.exponent for currency in contract.currencies}
    fractional = {method.code for method in contract.methods if any(locations[one] for one in method.currencies)}
    return lambda request, violation: violation.code == "amount_precision" and request.method in fractional


@pytest.fixture(scope="module")
def validators(contract: Contract) -> list[tuple[Request, Any]]:
    found = []
    for request in contract.requests():
        path = projects.GENERATED / "json-schema" / request.direction / f"{request.method}.schema.json"
        found.append((request, jsonschema_rs.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))))
    return found


def locations_in(body: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return the path of every member, containers too."""
    if not isinstance(body, dict):
        return []
    return [here for name in body for here in ((*path, name), *locations_in(body[name], (*path, name)))]


def mutate(data: st.DataObject, request: Request, body: Any) -> Any:
    """Return a copy in which one member is left out, replaced, rewritten, renamed or added.

    Optional members are chosen often, so that enough bodies stay valid, and so are those with rules of their own.
    """
    body = copy.deepcopy(body)
    locations = locations_in(body)
    if not locations:
        return data.draw(VALUES)
    fields = {tuple(field.path.split(".")): field for field in request.root.fields()}
    optional = [location for location in locations if location in fields and fields[location].requirement == "optional"]
    ruled = [location for location in locations if location in fields and is_ruled(fields[location])]
    *above, name = data.draw(
        st.sampled_from(data.draw(st.sampled_from([ruled or locations, optional or locations, locations])))
    )
    holder = body
    for step in above:
        holder = holder[step]
    match data.draw(st.sampled_from(KINDS)):
        case "left out":
            del holder[name]
        case "replaced":
            holder[name] = data.draw(st.one_of(st.none(), VALUES))
        case "rewritten":
            holder[name] = data.draw(like(holder[name]))
        case "renamed":
            other = data.draw(st.sampled_from([name.upper(), f"{name} ", f"{name}s", "phone", "bank"]))
            holder[other] = holder.pop(name)
        case _:
            holder[data.draw(st.one_of(st.text(max_size=3), st.sampled_from(["country", "card", "a/b~c"])))] = "x"
    return body


def is_ruled(field: FieldNode) -> bool:
    """Tell whether more is said of a field than that it is there, and what it is."""
    bounded = any(rule.keyword not in ("const", "min_length") for rule in field.constraints)
    return bounded or field.requirement == "conditional"


def like(value: Any) -> st.SearchStrategy[Any]:
    """Values of the same JSON type, or a text made longer."""
    if isinstance(value, str):
        return st.one_of(TEXTS, TEXTS.map(value.__add__))
    return NUMBERS if isinstance(value, int | float) else st.just({})


@pytest.mark.slow
def test_validate_agrees_with_the_schemas(
    validators: list[tuple[Request, Any]], lost: Callable[[Request, Violation], bool]
) -> None:
    verdicts = {True: 0, False: 0}
    conditional = [one for one in validators if any(group.conditions for group in one[0].root.groups())]
    whole = [one for one in validators if not lost(one[0], Violation(code="amount_precision", pointer="#/amount"))]
    assert conditional
    assert whole

    @settings(EXAMPLES, max_examples=1200)
    @given(st.data())
    def agree(data: st.DataObject) -> None:
        request, validator = data.draw(st.sampled_from(data.draw(st.sampled_from([validators, conditional, whole]))))
        body = data.draw(st.sampled_from([sample.payload for sample in request.samples if not sample.violations]))
        for _ in range(data.draw(st.sampled_from([1, 1, 1, 1, 2, 3]))):
            body = mutate(data, request, body)
        rejected = [violation for violation in validate(request, body) if not lost(request, violation)]
        assert validator.is_valid(body) == (not rejected), (request.method, body, rejected)
        verdicts[not rejected] += 1

    agree()
    assert min(verdicts.values()) >= 30


def test_validate_points_at_what_is_wrong(validators: list[tuple[Request, Any]]) -> None:
    """Putting right the one member that a violation names makes a body valid again."""
    for request, _ in validators:
        body = request.sample("full").payload
        for name in body:
            wrong = {**body, name: None}
            assert validate(request, wrong) == (Violation(code="null_not_allowed", pointer=f"#/{name}"),)
        assert validate(request, body) == ()


@EXAMPLES
@given(st.lists(st.one_of(st.text(max_size=5), st.integers(0, 20)), max_size=5))
def test_pointers_can_be_undone(path: list[str | int]) -> None:
    text = pointer(path)
    assert text.isascii()
    first, *steps = text.split("/")
    assert first == "#"
    assert [unquote(step).replace("~1", "/").replace("~0", "~") for step in steps] == [str(step) for step in path]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ([], "#"),
        ([""], "#/"),
        (["foo", 0], "#/foo/0"),
        (["a/b"], "#/a~1b"),
        (["m~n"], "#/m~0n"),
        (["c%d"], "#/c%25d"),
        (["e^f"], "#/e%5Ef"),
        (["g|h"], "#/g%7Ch"),
        (["i\\j"], "#/i%5Cj"),
        (['k"l'], "#/k%22l"),
        ([" "], "#/%20"),
        (["é\n"], "#/%C3%A9%0A"),
    ],
)
def test_pointers_are_those_of_rfc_6901(path: list[str | int], text: str) -> None:
    assert pointer(path) == text


@EXAMPLES
@given(VALUES)
def test_encoders_can_be_undone(value: Any) -> None:
    line = json_line(value)
    assert line.count("\n") == 1
    assert line.endswith("\n")
    assert same(json.loads(line), value)
    assert same(json.loads(json_text(value)), value)


@EXAMPLES
@given(VALUES)
def test_layout_is_that_of_the_standard_library(value: Any) -> None:
    assert pretty(value) == json.dumps(value, ensure_ascii=False, indent=2)


@EXAMPLES
@given(st.dictionaries(st.text(max_size=4), VALUES, max_size=3))
def test_yaml_is_that_of_a_dumper_that_quotes(value: dict[str, Any]) -> None:
    assume(not any("\ud800" <= sign <= "\udfff" for text in texts_in(value) for sign in text))
    assert yaml_text(value) == yaml.dump(
        value, Dumper=Quoting, sort_keys=False, allow_unicode=True, width=100, default_flow_style=False
    )


class Quoting(yaml.CSafeDumper):
    """Quotes texts, but not keys, and writes no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_quoted(self, data: str) -> yaml.ScalarNode:
        return self.represent_scalar("tag:yaml.org,2002:str", data, style='"')

    def represent_members(self, data: dict[str, Any]) -> yaml.MappingNode:
        pairs = [(self.represent_str(key), self.represent_data(value)) for key, value in data.items()]
        return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=not data)


Quoting.add_representer(str, Quoting.represent_quoted)
Quoting.add_representer(dict, Quoting.represent_members)


def texts_in(value: Any) -> list[str]:
    """Return the texts of JSON data, names of members included."""
    if isinstance(value, dict):
        return [*value, *(text for inner in value.values() for text in texts_in(inner))]
    if isinstance(value, list):
        return [text for inner in value for text in texts_in(inner)]
    return [value] if isinstance(value, str) else []


@pytest.mark.slow
@EXAMPLES
@given(st.dictionaries(st.text(max_size=4), VALUES, min_size=1, max_size=3))
def test_yaml_is_read_alike_by_every_reader(value: dict[str, Any]) -> None:
    """By YAML 1.1 as PyYAML has it, and by our own reader of YAML 1.2."""
    text = yaml_text(value)
    assume(not any(unwanted_in(one) for one in texts_in(value)))
    assert same(yaml.load(text, Loader=yaml.CSafeLoader), value)
    node, found = parse(text, "a.yaml")
    assert found == []
    assert node is not None
    assert same(json_value(node), value)


def same(one: Any, other: Any) -> bool:
    """Compare with types: 1 is not 1.0, nor True; a whole float may come back as either."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


@pytest.mark.parametrize("encode", [json_line, json_text])
@pytest.mark.parametrize("value", [float("nan"), float("inf"), [-float("inf")]])
def test_what_is_no_json_is_not_written(encode: Callable[[Any], str], value: Any) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        encode(value)


@pytest.mark.slow
@EXAMPLES
@given(data=st.data())
def test_what_a_body_shares_with_known_ones_changes_no_verdict(contract: Contract, data: st.DataObject) -> None:
    """Known bodies may be rejected, and their parts, the very objects, may also be where they are not valid."""
    request = data.draw(st.sampled_from(sorted(contract.requests(), key=lambda one: (one.direction, one.method))))
    full = request.sample("full").payload
    bodies = [full]
    for _ in range(3):
        parts = [part for body in bodies for part in (body, *body.values())]
        body = dict(data.draw(st.sampled_from(bodies)))
        for name in data.draw(st.lists(st.sampled_from([*full, "unlisted"]), min_size=1, max_size=3)):
            body[name] = data.draw(st.one_of(VALUES, st.sampled_from(parts)))
        bodies.append(body)
    *known, last = bodies
    for body in (*known, last):
        assert VariantValidator(request.root, known).rejected(body) == validate(request, body)
