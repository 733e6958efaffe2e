"""A field that no method changes is resolved once: what a method is resolved to depends on no other method."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import projects
import pytest
from counted_calls import calls_of

from paycat.cache import Cache
from paycat.catalogue.reading import read_catalogue
from paycat.contract.model import Contract
from paycat.contract.resolve import _resolved_method, resolve
from paycat.lint.checking import check_folder

CATALOGUES = {
    "frozen": projects.SCHEMAS,
    "small": projects.SMALL / "schemas",
    "starter": projects.HERE / "bank_collections" / "schemas",
}


@pytest.mark.parametrize("schemas", CATALOGUES.values(), ids=CATALOGUES)
def test_a_method_is_the_same_without_the_others(schemas: Path) -> None:
    catalogue, _ = read_catalogue(schemas)
    assert catalogue
    contract, found = resolve(catalogue)
    assert found == []
    for name, source in catalogue.methods.items():
        alone, _ = resolve(replace(catalogue, methods={name: source}))
        assert alone.methods == (contract.method(source.value.method_code),)


@pytest.mark.parametrize("schemas", CATALOGUES.values(), ids=CATALOGUES)
def test_a_method_is_resolved_once_in_a_check(schemas: Path) -> None:
    """Also where texts insert its bounds, and for rules, which ask what was resolved."""
    count = len(list((schemas / "methods").glob("*.yaml")))
    assert calls_of(lambda: check_folder(schemas), _resolved_method) == count


def test_requests_share_fields() -> None:
    catalogue, _ = read_catalogue(projects.SCHEMAS)
    assert catalogue
    contract, _ = resolve(catalogue)
    fields = Counter(id(field) for request in contract.requests() for field in request.root.fields())
    assert max(fields.values()) > 1


def test_requests_share_fields_after_runs_that_resolved_nothing() -> None:
    catalogue, _ = read_catalogue(projects.SCHEMAS)
    assert catalogue
    name, source = next(iter(catalogue.methods.items()))
    edited = replace(catalogue, methods={**catalogue.methods, name: replace(source)})
    cache = Cache()
    for one in (catalogue, catalogue, catalogue, edited):
        contract, _ = resolve(one, cache)
        assert _different_fields(contract) == _different_fields(resolve(one)[0])
        cache.forget_unused()


def _different_fields(contract: Contract) -> int:
    return len({id(field) for request in contract.requests() for field in request.root.fields()})
