"""A contract in, the OpenAPI 3.1.1 document out."""

from typing import Any

from paycat.contract.model import Contract
from paycat.documents.marks import decision_titles, described, marks, part_text
from paycat.documents.openapi.components import components
from paycat.documents.openapi.operations import paths
from paycat.memo import Memo

VERSION = "3.1.1"


def openapi_document(contract: Contract, memo: Memo | None = None) -> dict[str, Any]:
    """Return the whole document: every operation, request, record, problem and notification.

    Schemas that the memo knows are not made anew; they are not to be changed.
    """
    service, auth = contract.service, contract.interface.auth
    return {
        "openapi": VERSION,
        "info": {
            "title": service.title,
            "summary": service.summary,
            "description": f"{service.description}\n\n{part_text(service.part)}"
            if service.part
            else service.description,
            "version": service.version,
            "contact": service.contact,
            "license": service.license,
            "x-specification": service.specification,
            **({"x-part": service.part.model_dump(mode="json", exclude_none=True)} if service.part else {}),
            "x-gap-register": _gap_register(contract),
        },
        "servers": [
            {
                "url": service.base_url,
                "description": described(
                    service.base_url_description, decision_titles(contract), service.base_url_reason
                ),
                **marks(service.base_url_reason),
            }
        ],
        "security": [{auth.name: []}],
        "tags": [{"name": name, "description": text} for name, text in contract.interface.tags.items()],
        "paths": paths(contract),
        "webhooks": {
            notification.name: {"$ref": f"#/components/pathItems/{notification.name}"}
            for notification in contract.interface.notifications
        },
        "components": components(contract, memo or Memo()),
    }


def _gap_register(contract: Contract) -> list[dict[str, Any]]:
    return [
        {"id": gap.id, "section": gap.section, "state": gap.state, "question": gap.question, "decisions": gap.decisions}
        for gap in contract.gaps
    ]
