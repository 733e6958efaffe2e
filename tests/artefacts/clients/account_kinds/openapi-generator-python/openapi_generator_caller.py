"""Requests as JSON lines in, answers as JSON lines out, through the Python client that openapi-generator makes."""

import json
import os
import sys
from uuid import uuid4

from openapi_client import ApiClient, Configuration, PayoutRequest, PayoutsApi

configuration = Configuration(host=os.environ["PAYMENTS_URL"], access_token=os.environ["PAYMENTS_TOKEN"])

with ApiClient(configuration) as client:
    for line in sys.stdin:
        request = PayoutRequest.from_json(json.dumps(json.loads(line)["payload"]))
        made = PayoutsApi(client).create_payout_with_http_info(request, str(uuid4()))
        print(json.dumps([made.status_code, made.data.id, made.data.amount]))
