"""Calls of any operation as JSON lines in, answers as JSON lines out, through what openapi-generator makes."""

import json
import os
import sys
from inspect import signature
from uuid import uuid4

import openapi_client
from openapi_client import ApiClient, ApiException, Configuration

configuration = Configuration(host=os.environ["PAYMENTS_URL"], access_token=os.environ["PAYMENTS_TOKEN"])

with ApiClient(configuration) as client:
    apis = [kind(client) for name, kind in vars(openapi_client).items() if name.endswith("Api")]
    for line in sys.stdin:
        call = json.loads(line)
        name = f"{call['operation']}_with_http_info"
        [send] = [getattr(api, name) for api in apis if hasattr(api, name)]
        arguments = list(call["path"].values())
        if call["payload"]:
            arguments.append(getattr(openapi_client, call["any_component"]).from_json(json.dumps(call["payload"])))
        keys = {"idempotency_key": str(uuid4())} if "idempotency_key" in signature(send).parameters else {}
        try:
            answer = send(*arguments, **keys)
            status, record = answer.status_code, answer.data
        except ApiException as error:
            status, record = error.status, error.data
        print(json.dumps([status, record and type(record).__name__, record and json.loads(record.to_json())]))
