"""Requests as JSON lines in, answers as JSON lines out, through the client that openapi-python-client makes."""

import json
import os
import sys
from uuid import uuid4

from client import AuthenticatedClient, models
from client.api.domestic_payments import create_domestic_payment
from client.models import DomesticPaymentResponse

with AuthenticatedClient(os.environ["PAYMENTS_URL"], os.environ["PAYMENTS_TOKEN"]) as client:
    for line in sys.stdin:
        asked = json.loads(line)
        body = getattr(models, asked["component"]).from_dict(asked["payload"])
        made = create_domestic_payment.sync_detailed(
            client=client, body=body, x_idempotency_key=str(uuid4()), x_jws_signature="e30..c2lnbmF0dXJl"
        )
        assert isinstance(made.parsed, DomesticPaymentResponse), made
        print(json.dumps([made.status_code, made.parsed.domestic_payment_id, None]))
