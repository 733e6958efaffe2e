"""Catalogues with their pages, made once for all tests of pages."""

import shutil
from pathlib import Path
from typing import NamedTuple

import projects
import pytest
from starter_cases import STARTER

from paycat.cache import Cache
from paycat.contract.model import Contract
from paycat.lint.checking import check_folder, resolved_folder
from tests.pages.html_pages import Page, rendered

NASTY = "<script>alert(1)</script> & {{ 7 * 7 }} </pre> \"two\" 'one' <b>x</b>"
"""Ends every place in HTML and templates that is not closed to it."""

SHELL = '</script><!-- `id` $(id) ${7*7} \\\\u0041 "'
"""Does the same in JavaScript and in shells."""


class Made(NamedTuple):
    """A contract, its pages by path, and the cache of what they were made of."""

    contract: Contract
    pages: dict[str, Page]
    cache: Cache


def made(schemas: Path) -> Made:
    """Return the contract of a catalogue without errors, with its pages."""
    contract, findings = check_folder(schemas)
    assert contract is not None, findings
    return _made(contract)


def _made(contract: Contract) -> Made:
    cache = Cache()
    return Made(contract, rendered(contract, cache), cache)


@pytest.fixture(scope="session")
def catalogue(contract: Contract) -> Made:
    """The catalogue in schemas/."""
    return _made(contract)


@pytest.fixture(scope="session")
def starter() -> Made:
    """The catalogue that `paycat init` copies."""
    return made(STARTER / "schemas")


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The starter with a method that YAML alone added, and texts that would break out of a careless page."""
    schemas = tmp_path_factory.mktemp("hostile") / "schemas"
    shutil.copytree(STARTER / "schemas", schemas)
    for kind in ("methods", "samples/payout"):
        text = (schemas / kind / "FASTER_PAYMENT.yaml").read_text(encoding="utf-8")
        text = text.replace("FASTER_PAYMENT", "SLOWER_PAYMENT").replace("faster-refund", "slower-refund")
        (schemas / kind / "SLOWER_PAYMENT.yaml").write_text(text, encoding="utf-8")
    quoted = "'" + NASTY.replace("'", "''") + "'"
    projects.edit(
        schemas,
        [
            {
                "file": "decisions.yaml",
                "find": "account of a FASTER_PAYMENT refund\n    methods: [FASTER_PAYMENT]",
                "replace": "account of a refund\n    methods: [FASTER_PAYMENT, SLOWER_PAYMENT]",
            },
            {"file": "methods/SLOWER_PAYMENT.yaml", "find": "title: Faster Payment", "replace": f"title: {quoted}"},
            {
                "file": "methods/SLOWER_PAYMENT.yaml",
                "find": "meaning: Number of the account that gets the money",
                "replace": f"meaning: {quoted}\n      hints: {quoted}",
            },
            {
                "file": "samples/payout/SLOWER_PAYMENT.yaml",
                "find": '      labels: { invoice: "0004" }',
                "replace": f"      labels: {{ '</pre><img src=x>': {quoted}, a: \"\\u00a0😀\", b: '{SHELL}' }}",
            },
            {
                "file": "samples/payout/SLOWER_PAYMENT.yaml",
                "find": "meaning: All fields",
                "replace": f"meaning: {quoted}",
            },
            {
                "file": "samples/payout/SLOWER_PAYMENT.yaml",
                "find": "meaning: A sort code names a bank branch, and no account",
                "replace": f"meaning: {quoted}",
            },
        ],
    )
    contract, findings = resolved_folder(schemas)  # The rule on markup is not what these pages rely on.
    assert contract is not None
    assert {finding.code for finding in findings} == {"markup-in-text"}
    return _made(contract)
