"""Services of an aggregator go into a catalogue as they are, and what is generated accepts what they accept."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.contract.model import Contract
from paycat.diagnostics import has_errors
from paycat.lint.checking import check_folder
from tests.any_catalogue.services.agreement import disagreements
from tests.any_catalogue.services.converter import Conversion, convert
from tests.any_catalogue.services.payloads import FEWEST, payloads_of
from tests.any_catalogue.services.service import SERVICES, read_services
from tests.artefacts.typescript.in_chromium import Chromium

Cli = Callable[..., Any]

LEFT_OUT = dict.fromkeys(
    ("Xfastgas_eur", "gamebox_bhd"), "card_number: there is no statement for the check digits Luhn"
)
FEW = [
    one
    for one in SERVICES
    if one.code in ("alfamart_uah", "2cellpay-usd", "dinero_mxn_h2h", "Xlumen_mxn", "nodepay.eur", "jetbus_jpy_h2h")
]
"""Services of different regular expressions, currencies and limits, one of them without fields."""
ODD: dict[str, dict[str, Any]] = projects.read_yaml(Path(__file__).with_name("odd_services.yaml"))
QUICK, ALL = ("jsonschema-rs", "models"), ("jsonschema", "jsonschema-rs", "ajv", "models", "typescript")


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Conversion:
    """A few services, with what `QUICK` needs of them generated."""
    done = convert(FEW, tmp_path_factory.mktemp("few") / "project")
    packs = {pack.name for pack in projects.GENERATORS.iterdir()}
    projects.switch_off(done.root, sorted(packs - {"json-schema", "python"}))
    return generated(done)


@pytest.fixture(scope="module")
def all_services(tmp_path_factory: pytest.TempPathFactory) -> Conversion:
    """All services, with everything generated."""
    return generated(convert(SERVICES, tmp_path_factory.mktemp("all") / "project"))


def generated(done: Conversion) -> Conversion:
    """Generate what a project of services has; return the same."""
    made = projects.paycat("generate", cwd=done.root)
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    return done


def contract_of(done: Conversion) -> Contract:
    """Return the contract of a project of services, which has no error and no warning."""
    contract, findings = check_folder(done.root / "schemas")
    assert findings == ()
    assert contract is not None
    return contract


def test_a_few_services_are_exact(few: Conversion) -> None:
    assert few.left_out == {}
    assert [str(one) for one in disagreements(few, contract_of(few), payloads_of(FEW), QUICK)] == []


@pytest.mark.deep
def test_all_services_are_exact_but_those_with_check_digits(all_services: Conversion) -> None:
    payloads = payloads_of(SERVICES)
    assert min(map(len, payloads.values())) >= FEWEST
    found = list(disagreements(all_services, contract_of(all_services), payloads, ALL))
    exact = {one.code for one in all_services.services} - {one.service for one in found}
    count = sum(len(payloads[code]) for code in exact)
    print(f"{len(exact)} of {len(SERVICES)} services are exact, on {count:,} payloads")
    assert [str(one) for one in found] == []
    assert all_services.left_out == LEFT_OUT
    assert len(exact) == len(SERVICES) - len(LEFT_OUT)


@pytest.mark.deep
def test_every_engine_agrees(all_services: Conversion, cli: Cli, chromium: Chromium) -> None:
    ended = cli("conform", "--engine", "all", "--show", "50", cwd=all_services.root)
    assert (ended.code, ended.err) == (0, ""), ended.out
    assert ended.out.endswith(" 0 disagreements\n")
    assert chromium.disagreements(contract_of(all_services), all_services.root / "generated", fewest=9000) == []


def test_files_are_in_canonical_form_and_state_the_services_unchanged(few: Conversion, cli: Cli) -> None:
    assert cli("fmt", "--check", cwd=few.root).code == 0
    for one in few.services:
        stated = next(data for data in methods_of(few) if data["method_code"] == one.code)
        fields = stated["pay_in"]["fields"]
        assert {path for path in fields if path != "amount"} == {f"fields.{field.key}" for field in one.fields}
        assert [fields[f"fields.{field.key}"].get("pattern", "") for field in one.fields] == [
            field.regexp for field in one.fields
        ]


def methods_of(done: Conversion) -> Iterator[Any]:
    """Yield what the files of methods state."""
    return (projects.read_yaml(file) for file in sorted((done.root / "schemas/methods").iterdir()))


def test_odd_words_and_examples_leave_no_service_out(tmp_path: Path) -> None:
    services = read_services(_odd(code, stated) for code, stated in ODD.items())
    done = convert(services, tmp_path / "project")
    assert done.left_out == {code: stated["left_out"] for code, stated in ODD.items() if "left_out" in stated}
    assert [one.code for one in done.services] == [code for code in ODD if code not in done.left_out]
    _, findings = check_folder(done.root / "schemas")
    assert not has_errors(findings)


def _odd(code: str, stated: dict[str, Any]) -> dict[str, Any]:
    """Return a service in the form of the aggregator."""
    field = {"key": "account", "position": 1, "required": True, **stated.get("field", {})}
    plain = {"code": code, "method": "odd", "currency": "EUR", "amount_min": "1", "amount_max": "100"}
    return {**plain, "fields": [field] if "field" in stated else [], **stated.get("service", {})}
