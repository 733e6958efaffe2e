"""Calls of any operation as JSON lines in, answers as JSON lines out, through what openapi-python-client makes."""

import json
import os
import sys
from importlib import import_module
from inspect import signature
from pathlib import Path
from uuid import uuid4

from client import AuthenticatedClient, models

with AuthenticatedClient(os.environ["PAYMENTS_URL"], os.environ["PAYMENTS_TOKEN"]) as client:
    for line in sys.stdin:
        call = json.loads(line)
        [module] = Path("client/api").glob(f"*/{call['operation']}.py")
        send = import_module(f"client.api.{module.parent.name}.{module.stem}").sync_detailed
        arguments = call["path"]
        if call["payload"]:
            arguments["body"] = getattr(models, call["component"]).from_dict(call["payload"])
        if "idempotency_key" in signature(send).parameters:
            arguments["idempotency_key"] = str(uuid4())
        answer = send(client=client, **arguments)
        record = answer.parsed
        print(json.dumps([answer.status_code, record and type(record).__name__, record and record.to_dict()]))
