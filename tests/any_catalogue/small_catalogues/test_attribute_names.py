"""Members have any names: each has an attribute of its own in Python, or a finding names those that share one."""

import ast
import keyword
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from paycat.cache import Cache
from paycat.catalogue.forms import ATTRIBUTE, FIELD_PATH, MEMBER
from paycat.contract.naming import attribute_name
from paycat.lint.checking import check_folder
from paycat.packages.python.class_generator import class_sources
from paycat.packages.python.class_schemas import request_schemas
from tests.any_catalogue.small_catalogues.catalogues import Catalogue

WORDS = ("a", "b", "class", "copy", "field", "self", "str", "Any", "None", "x", "0")
any_member = st.from_regex(MEMBER.pattern, fullmatch=True).filter(MEMBER.holds)
near_members = st.lists(st.sampled_from([*WORDS, "_", "-", ":", "$", "@"]), min_size=1, max_size=4).map("".join)
members = near_members.filter(lambda name: MEMBER.holds(name) and FIELD_PATH.holds(name))


@given(any_member)
@example("register")
def test_every_member_has_an_attribute(name: str) -> None:
    attribute = attribute_name(name)
    assert ATTRIBUTE.holds(attribute[:128]) or len(attribute) > 128
    assert attribute.isidentifier()
    assert not keyword.iskeyword(attribute)
    assert not hasattr(BaseModel, attribute)
    assert not hasattr(type(BaseModel), attribute)
    assert attribute_name(attribute) == attribute


@settings(max_examples=20, deadline=None)
@given(st.lists(members, min_size=2, max_size=8, unique_by=lambda name: name.lower().translate({45: None, 95: None})))
def test_two_members_have_two_attributes_or_a_finding(names: list[str]) -> None:
    """Names that differ in case or signs alone have a finding of their own."""
    catalogue = Catalogue()
    catalogue.only("SEPA_TRANSFER")
    catalogue.without_invalid_samples()
    fields = catalogue.files["requests/payout.yaml"]["fields"]
    new = [name for name in names if name not in fields]
    for name in new:
        fields[name] = {"requirement": "optional", "shape": "text", "length": "..40", "meaning": "A value"}
    full = catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"]["full"]["payload"]
    full |= dict.fromkeys(new, "a")
    with TemporaryDirectory() as folder:
        contract, found = check_folder(catalogue.write(Path(folder)) / "schemas")
    errors = [one.message for one in found if one.severity == "error"]
    taken = {attribute_name(name) for name in new}
    others = [name for name in new if attribute_name(name) != name]
    if len(taken | {*new}) < len(new) + len(others):
        assert any("are both the attribute" in one for one in errors), errors
        return
    assert errors == []
    assert contract is not None
    source = class_sources(request_schemas(contract), Cache())["shared"]
    attributes = [
        one.target.id
        for made in ast.parse(source).body
        if isinstance(made, ast.ClassDef) and made.name == "PayoutRequestBase"
        for one in made.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
    ]
    assert len(attributes) == len({*attributes})
    assert taken <= {*attributes}


@pytest.mark.parametrize(("name", "attribute"), [("IBAN", "IBAN"), ("sortCode", "sortCode"), ("@type", "field_type")])
def test_an_attribute_is_like_the_name_on_the_wire(name: str, attribute: str) -> None:
    assert attribute_name(name) == attribute
