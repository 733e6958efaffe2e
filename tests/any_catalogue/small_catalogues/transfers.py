"""Transfers whose fields depend on each other: the base of `tests/changes/cases_and_checks.yaml`."""

from pathlib import Path

import projects
import yaml

from tests.any_catalogue.small_catalogues.catalogues import Catalogue

_STATED = Path(projects.ROOT, "tests/changes/cases_and_checks.yaml")


def transfers(catalogue: Catalogue) -> None:
    """A catalogue of its own, with each kind of case."""
    files = projects.read_yaml(_STATED)["base"]
    catalogue.files = {name: yaml.safe_load(file) if isinstance(file, str) else file for name, file in files.items()}
    catalogue.files |= {"types.yaml": {"types": {}}, "decisions.yaml": {"gaps": {}, "decisions": {}}}


def open_transfers(catalogue: Catalogue) -> None:
    """The same, where unknown members are ignored: what a case takes away is rejected nevertheless.

    A limit of a case has a code of its own.
    """
    transfers(catalogue)
    catalogue.files["catalogue.yaml"] |= {"conventions": {"unknown_fields": "ignore"}}
    meaning = "An urgent transfer is smaller."
    catalogue.files["interface/problems.yaml"] = {"violation_codes": {"too_much_at_once": {"meaning": meaning}}}
    (limit,) = (
        fields["amount"]
        for fields in (case["fields"] for case in catalogue.files["requests/transfer.yaml"]["cases"])
        if "amount" in fields
    )
    limit["maximum"] = {"value": limit["maximum"], "code": "too_much_at_once"}
