"""The starter with errors that are not RFC 9457: flat ones, those in an envelope, and those that say little."""

from copy import deepcopy
from typing import Any

from tests.any_catalogue.small_catalogues.catalogues import Catalogue, Data

_TEXT: Data = {"shape": "text", "meaning": "A text."}


def flat(catalogue: Catalogue) -> None:
    """`{"error_code": "VALIDATION_FAILED", "message": …, "fields": [{"path": …, "reason": "INVALID"}]}`."""
    _with_errors(
        catalogue,
        {
            "error_code": _made("slug"),
            "message": _made("detail"),
            "taken_by": _made("existing_id", requirement="optional"),
            "fields": _list("FieldError", requirement="optional"),
        },
        {"path": _made("path"), "reason": _made("code"), "choices": _combinations()},
    )


def enveloped(catalogue: Catalogue) -> None:
    """`{"outcome": "error", "error": {"code": …, "message": …, "details": []}}`."""
    _with_errors(
        catalogue,
        {
            "outcome": {"shape": "text", "fixed": "error", "meaning": "It failed."},
            "error": {"record": "ErrorBody", "meaning": "What went wrong."},
        },
        {"at": _made("pointer"), "why": _made("code"), "text": _made("message")},
    )
    catalogue.files["interface/records.yaml"]["records"]["ErrorBody"] = {
        "meaning": "What went wrong.",
        "decision": "D-110",
        "members": {
            "code": _made("slug"),
            "message": _made("detail"),
            "details": _list("FieldError"),
            "help": _made("type", nullable=True),
        },
    }


def sparse(catalogue: Catalogue) -> None:
    """`{"message": …, "fields": [{"name": …}]}`: the status tells problems apart, and fields have no code."""
    _with_errors(
        catalogue,
        {"message": _made("title"), "fields": _list("FieldError", requirement="optional")},
        {"name": _made("path")},
    )


FORMS = {"flat": flat, "enveloped": enveloped, "sparse": sparse}


def _made(word: str, **more: Any) -> Data:
    return {**_TEXT, "made": word, **more}


def _list(record: str, **more: Any) -> Data:
    return {"shape": "list", "of": {"record": record}, "meaning": "All of them.", "made": "violations", **more}


def _combinations() -> Data:
    names = {"shape": "list", "of": {"shape": "text"}}
    meaning = "One of these must be complete."
    return {
        "shape": "list",
        "of": names,
        "made": "accepted_combinations",
        "requirement": "optional",
        "meaning": meaning,
    }


def _with_errors(catalogue: Catalogue, members: Data, members_of_field: Data) -> None:
    catalogue.only("SEPA_DEBIT", "SEPA_TRANSFER")
    records = catalogue.files["interface/records.yaml"]["records"]
    for name in ("Problem", "RefusedField"):
        del records[name]
    for name, listed in (("ApiError", members), ("FieldError", members_of_field)):
        records[name] = {"meaning": "An error.", "decision": "D-110", "members": deepcopy(listed)}
    _with_words(catalogue)


def _with_words(catalogue: Catalogue) -> None:
    """Name problems and codes in capitals."""
    problems = catalogue.files["interface/problems.yaml"]
    slugs = {slug: slug.upper().replace("-", "_") for slug in problems["problems"]}
    del problems["base"]
    problems |= {"record": "ApiError", "media_type": "application/json"}
    problems["problems"] = {slugs[slug]: problem for slug, problem in problems["problems"].items()}
    for problem in problems["problems"].values():
        problem.pop("example", None)
    for code, statement in problems["violation_codes"].items():
        statement["sent"] = "INVALID" if code in ("pattern", "min_length", "max_length", "type") else code.upper()
    for operation in catalogue.files["interface/operations.yaml"]["operations"].values():
        operation["problems"] = [slugs[slug] for slug in operation["problems"]]
    outcomes = catalogue.files["interface/sandbox.yaml"]["outcomes"].values()
    for outcome in (outcome for outcome in outcomes if "problem" in outcome):
        outcome["problem"] = slugs[outcome["problem"]]
