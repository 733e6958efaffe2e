"""Steps of a payout as JSON lines in, answers as JSON lines out, through what openapi-python-client makes."""

import json
import os
import sys
from uuid import uuid4

from client import AuthenticatedClient, models
from client.api.payouts import create_payout, get_payout, list_payouts
from client.models import PayoutList, PayoutRecord, Problem

with AuthenticatedClient(os.environ["PAYMENTS_URL"], os.environ["PAYMENTS_TOKEN"]) as client:
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["step"] == "create":
            body = getattr(models, asked["component"]).from_dict(asked["payload"])
            created = create_payout.sync_detailed(client=client, body=body, idempotency_key=str(uuid4()))
            if isinstance(created.parsed, PayoutRecord):
                answer = [created.status_code, created.parsed.id, created.parsed.status]
            else:
                assert isinstance(created.parsed, Problem), created
                answer = [created.status_code, created.parsed.existing_id]
        elif asked["step"] == "get":
            found = get_payout.sync_detailed(asked["id"], client=client)
            assert isinstance(found.parsed, PayoutRecord), found
            answer = [found.status_code, found.parsed.id, found.parsed.status]
        else:
            page = list_payouts.sync_detailed(client=client, reference=asked["reference"])
            assert isinstance(page.parsed, PayoutList), page
            answer = [page.status_code, *(one.id for one in page.parsed.data)]
        print(json.dumps(answer))
