"""Requests as JSON lines in, answers as JSON lines out, through the Python client that openapi-generator makes."""

import json
import os
import sys
from uuid import uuid4

from openapi_client import ApiClient, Configuration, PayInRequest, PayInsApi, PayoutRequest, PayoutsApi

configuration = Configuration(host=os.environ["PAYMENTS_URL"], access_token=os.environ["PAYMENTS_TOKEN"])

with ApiClient(configuration) as client:
    for line in sys.stdin:
        asked = json.loads(line)
        text, key = json.dumps(asked["payload"]), str(uuid4())
        if asked["direction"] == "pay_in":
            pay_in = PayInsApi(client).create_pay_in_with_http_info(PayInRequest.from_json(text), key)
            print(json.dumps([pay_in.status_code, pay_in.data.id, pay_in.data.amount]))
        else:
            payout = PayoutsApi(client).create_payout_with_http_info(PayoutRequest.from_json(text), key)
            print(json.dumps([payout.status_code, payout.data.id, payout.data.amount]))
