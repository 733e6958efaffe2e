"""One source: what the catalogue says of methods, fields and the interface stands nowhere in src/ and generators/."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.catalogue.reading import Catalogue, read_catalogue
from paycat.contract.model import Contract

#: Member names that are words of the tool itself, of Python, or of JSON and HTTP, so that finding them says nothing.
ORDINARY = {
    # What a field's `role` may be, or a key of the catalogue's own files.
    *("amount", "currency", "reference", "metadata", "country", "method_code", "description"),
    # Words that any code about names, places and people has.
    *("name", "number", "code", "address", "city", "state", "zip", "email", "phone"),
    # What English has no other words for; a branch is also what a union schema has for each method.
    *("bank", "card", "branch", "customer", "sender"),
}
#: Records and slugs whose words the machinery has too: it knows problems, failure codes, and what leads to them.
OF_THE_MACHINERY = {"Problem", "Failure", "unauthenticated", "forbidden"}

#: Examples in texts for people, by file and word. Nothing is decided by them.
EXAMPLES = {
    ("generators/python/runtime/client/target.py", "ip_address"): "a function of Python",
    ("generators/python/runtime/sandbox/addresses.py", "ip_address"): "a function of Python",
    ("generators/python/runtime/sandbox/guarding.py", "ip_address"): "a function of Python",
    ("generators/python/runtime/sandbox/serving.py", "ip_address"): "a function of Python",
    ("src/paycat/catalogue/forms.yaml", "D-01"): "help text: the form of an id",
    ("src/paycat/catalogue/forms.yaml", "E-01"): "help text: the form of an id",
    ("src/paycat/catalogue/forms.yaml", "G-01"): "help text: the form of an id",
    ("src/paycat/catalogue/registers.py", "D-28"): "help text: the form of an id",
    ("src/paycat/catalogue/registers.py", "E-01"): "help text: the form of an id",
    ("src/paycat/catalogue/registers.py", "G-37"): "help text: the form of an id",
    ("src/paycat/catalogue/statement.py", "D-28"): "help text: the form of an id",
    ("src/paycat/catalogue/methods.py", "recipient"): "help text: the form of a pointer",
    ("src/paycat/contract/model.py", "recipient"): "help text: the form of a pointer",
    ("src/paycat/lint/pages/identifiers.md", "D-01"): "page of a rule: the form of an id",
    ("src/paycat/lint/pages/identifiers.md", "E-01"): "page of a rule: the form of an id",
    ("src/paycat/lint/pages/identifiers.md", "G-01"): "page of a rule: the form of an id",
    ("src/paycat/lint/rules/sensitive.yaml", "recipient"): "a word of English for a person",
    ("src/paycat/reporting/explaining/examples.json", "Bank"): "a record of the tests' own catalogue, too",
    ("src/paycat/reporting/explaining/examples.json", "/v1/banks"): "a path of the tests' own catalogue, too",
}

STANDARDS = ("src/paycat/catalogue/iso/codes.json", "src/paycat/defaults/")
"""Lists of every currency and country in use, and what comes with paycat, whichever of them the catalogue has."""

DIRECTION = re.compile("pay[_ -]?in|payout", re.IGNORECASE)
EXAMPLES_OF_DIRECTIONS = ("src/paycat/lint/pages/", "src/paycat/changes/taxonomy/examples.yaml")
"""Examples that people read: pages of rules and of the taxonomy."""

Found = set[tuple[str, str]]


@pytest.fixture(scope="module")
def facts(contract: Contract) -> set[str]:
    return facts_of(contract)


def facts_of(contract: Contract) -> set[str]:
    """Return what the catalogue in schemas/ and nothing else is to say."""
    catalogue, _ = read_catalogue(projects.ROOT / "schemas")
    assert catalogue is not None
    interface = contract.interface
    found = {
        *(method.code for method in contract.methods),
        *(method.code.lower() for method in contract.methods),
        *(currency.code for currency in contract.currencies),
        *(name for name in members(catalogue) if name not in ORDINARY),
        *(one.id for one in (*contract.gaps, *contract.decisions, *contract.errata)),
        *(record.name for record in interface.records),
        *(problem.slug for problem in interface.problems),
        *(operation.id for operation in interface.operations),
        *(operation.path for operation in interface.operations),
        *(event.name for event in interface.event_types),
        contract.service.package,
        contract.service.base_url,
        contract.service.title,
        interface.problem_base,
    }
    return found - OF_THE_MACHINERY


def members(catalogue: Catalogue) -> set[str]:
    """Return every member name of every field that a table or a method has."""
    sources: list[Any] = [source.value for source in catalogue.requests.values()]
    sources += [offer for source in catalogue.methods.values() for offer in source.value.offers.values()]
    return {name for source in sources for path in (*source.fields, *source.containers) for name in path.split(".")}


def texts() -> Iterator[tuple[str, str]]:
    return texts_in(projects.ROOT / "src", projects.GENERATORS)


def texts_in(*folders: Path) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path, data in projects.files_in(folder).items():
            if not (shown := str(Path(folder.name, path))).startswith(STANDARDS):
                yield shown, data.decode()


def found_in(facts: set[str], sources: Iterator[tuple[str, str]]) -> Found:
    words = "|".join(sorted(map(re.escape, facts), key=len, reverse=True))
    pattern = re.compile(rf"(?<![A-Za-z0-9_])({words})(?![A-Za-z0-9_])")
    return {(path, word) for path, text in sources for word in pattern.findall(text)}


def test_no_fact_of_the_catalogue_stands_in_code(facts: set[str]) -> None:
    assert found_in(facts, texts()) == set(EXAMPLES)


def test_the_first_directions_are_named_in_examples_alone() -> None:
    named = {
        path
        for path, text in (*texts(), *texts_in(projects.ROOT / "web", projects.ROOT / "mutants"))
        if DIRECTION.search(text)
    }
    assert {path for path in named if not path.startswith(EXAMPLES_OF_DIRECTIONS)} == set()


def test_facts_would_be_found(facts: set[str]) -> None:
    """The search is worth something: it knows the words, and finds them however they stand."""
    wanted = (
        "UPI",
        "eft_zar",
        "INR",
        "wallet_uid",
        "ifsc_code",
        "upi_id",
        "holder_name",
        "callback_url",
        "webhook_url",
    )
    wanted += ("first_name", "full_name", "ip_address", "recipient", "D-28", "G-37", "E-02", "unknown-method")
    wanted += ("PayoutRecord", "payin.failed", "/v1/payouts", "createPayout", "payments_api")
    for word in wanted:
        for text in (f'if code == "{word}":', f"names = ['{word}']", f"# {word}.", f"{{{{ {word} }}}}", f"{word}("):
            assert found_in(facts, iter([("a.py", text)])) == {("a.py", word)}, text
    assert found_in(facts, iter([("a.py", "upis = UPIX + unknown_method + first_names")])) == set()
