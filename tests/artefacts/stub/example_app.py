"""The generated stub, with handlers that answer with the records' examples; uvicorn serves it in its own process."""

import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from tests.harness.projects import GENERATED

sys.path.insert(0, str(GENERATED / "python" / "src"))

from payments_api import problems, records, server
from payments_api._runtime import server as runtime
from payments_api.server.routes import OPERATIONS

__all__ = ["KEY", "Handlers", "app", "authenticate", "problems", "records", "runtime", "server"]

KEY = "sk_test_schemathesis"

_INTERFACE = json.loads((GENERATED / "contract" / "contract.json").read_text(encoding="utf-8"))["interface"]
_EXAMPLES = {record["name"]: record["example"] for record in _INTERFACE["records"]}
_RECORDS = {OPERATIONS[one["id"]].handler: one["success"]["record"] for one in _INTERFACE["operations"]}


class Handlers:
    """Every operation answers with its record's example."""

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        record = getattr(records, _RECORDS[name]).model_validate(_EXAMPLES[_RECORDS[name]])

        async def handler(**_: object) -> Any:
            return record

        return handler


async def authenticate(credential: str) -> str | None:
    """Know one caller."""
    return credential if credential == KEY else None


app = server.create_app(Handlers(), authenticate)
