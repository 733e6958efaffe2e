"""Requests as JSON lines in, answers as JSON lines out, through the client that openapi-python-client makes."""

import json
import os
import sys
from uuid import uuid4

from client import AuthenticatedClient, models
from client.api.payouts import create_payout
from client.models import PayoutRecord

with AuthenticatedClient(os.environ["PAYMENTS_URL"], os.environ["PAYMENTS_TOKEN"]) as client:
    for line in sys.stdin:
        asked = json.loads(line)
        body = getattr(models, asked["component"]).from_dict(asked["payload"])
        made = create_payout.sync_detailed(client=client, body=body, idempotency_key=str(uuid4()))
        assert isinstance(made.parsed, PayoutRecord), made
        print(json.dumps([made.status_code, made.parsed.id, made.parsed.amount]))
