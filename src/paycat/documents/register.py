"""The register: what the ids under `x-decision` are, which gaps they close, and where the specification errs.

The documents have the ids alone, for who reads them asks what a field is, and seldom why.
"""

from typing import Any

from paycat.contract.model import Contract

PATH = "contract/register.json"
"""Where the register is in the output folder."""

_OF_GAPS = {"id", "section", "state", "question", "decisions"}
_OF_DECISIONS = {"id", "title", "chosen", "because", "status"}
_OF_ERRATA = {"id", "section", "says", "governs", "decision"}


def register(contract: Contract) -> dict[str, Any]:
    """Return gaps, decisions and errata, each in the order of their ids."""
    return {
        "title": f"Register of {contract.service.title}",
        "version": contract.service.version,
        "specification": contract.service.specification,
        "gaps": [one.model_dump(mode="json", include=_OF_GAPS) for one in contract.gaps],
        "decisions": [one.model_dump(mode="json", include=_OF_DECISIONS) for one in contract.decisions],
        "errata": [one.model_dump(mode="json", include=_OF_ERRATA, exclude_none=True) for one in contract.errata],
    }
