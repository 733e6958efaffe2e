"""Requests as JSON lines in, answers as JSON lines out, through the Python client that openapi-generator makes."""

import json
import os
import sys
from uuid import uuid4

from openapi_client import ApiClient, Configuration, DomesticPaymentsApi, PayoutRequest

configuration = Configuration(host=os.environ["PAYMENTS_URL"], access_token=os.environ["PAYMENTS_TOKEN"])

with ApiClient(configuration) as client:
    for line in sys.stdin:
        request = PayoutRequest.from_json(json.dumps(json.loads(line)["payload"]))
        key, signature = str(uuid4()), "e30..c2lnbmF0dXJl"
        made = DomesticPaymentsApi(client).create_domestic_payment_with_http_info(key, signature, request)
        print(json.dumps([made.status_code, made.data.domestic_payment_id, None]))
