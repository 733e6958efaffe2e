"""Steps of a payout as JSON lines in, answers as JSON lines out, through the client that openapi-generator makes."""

import json
import os
import sys
from uuid import uuid4

from openapi_client import ApiClient, Configuration, PayoutRequest, PayoutsApi, Problem
from openapi_client.exceptions import ApiException

configuration = Configuration(host=os.environ["PAYMENTS_URL"], access_token=os.environ["PAYMENTS_TOKEN"])

with ApiClient(configuration) as client:
    payouts = PayoutsApi(client)
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["step"] == "create":
            request = PayoutRequest.from_json(json.dumps(asked["payload"]))
            try:
                created = payouts.create_payout_with_http_info(request, str(uuid4()))
                answer = [created.status_code, created.data.id, created.data.status]
            except ApiException as error:
                if not isinstance(error.data, Problem):
                    raise
                answer = [error.status, error.data.existing_id]
        elif asked["step"] == "get":
            found = payouts.get_payout_with_http_info(asked["id"])
            answer = [found.status_code, found.data.id, found.data.status]
        else:
            page = payouts.list_payouts_with_http_info(reference=asked["reference"])
            answer = [page.status_code, *(one.id for one in page.data.data)]
        print(json.dumps(answer))
