"""Requests as JSON lines in, answers as JSON lines out, through the client that openapi-python-client makes."""

import json
import os
import sys
from uuid import uuid4

from client import AuthenticatedClient, models
from client.api.pay_ins import create_pay_in
from client.api.payouts import create_payout
from client.models import PayInRecord, PayoutRecord

with AuthenticatedClient(os.environ["PAYMENTS_URL"], os.environ["PAYMENTS_TOKEN"]) as client:
    for line in sys.stdin:
        asked = json.loads(line)
        # A program that knows its payment method calls the class of its request by name.
        body = getattr(models, asked["component"]).from_dict(asked["payload"])
        if asked["direction"] == "pay_in":
            pay_in = create_pay_in.sync_detailed(client=client, body=body, idempotency_key=str(uuid4()))
            assert isinstance(pay_in.parsed, PayInRecord), pay_in
            print(json.dumps([pay_in.status_code, pay_in.parsed.id, pay_in.parsed.amount]))
        else:
            payout = create_payout.sync_detailed(client=client, body=body, idempotency_key=str(uuid4()))
            assert isinstance(payout.parsed, PayoutRecord), payout
            print(json.dumps([payout.status_code, payout.parsed.id, payout.parsed.amount]))
