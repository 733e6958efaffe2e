"""Prints a contract of version 7 with its members where version 10 has them: they are moved, and nothing is computed.

    python restructure.py generated/contract/contract.json > restructured.json

Version 7 had some of them in the code of paycat: they are moved from there to here.
"""

import json
import sys
from pathlib import Path

DIRECTIONS = [
    {"name": "pay_in", "title": "Pay-in", "task": "Take a pay-in", "audience": "payer"},
    {"name": "payout", "title": "Payout", "task": "Send a payout", "audience": "merchant"},
]
IDENTIFIES = {"getPayIn": {"id": "pay_in"}, "getPayout": {"id": "payout"}}
"""Of which state machine a path names a record: the one of the record that the operation answers with."""


def restructured(text: str) -> str:
    """Return a contract of version 10 as JSON."""
    contract = json.loads(text)
    contract |= {"contract_version": 10, "directions": DIRECTIONS}
    for method in contract["methods"]:
        method["offers"] = {direction["name"]: method.pop(direction["name"]) for direction in DIRECTIONS}
    for operation in contract["interface"]["operations"]:
        operation["identifies"] = IDENTIFIES.get(operation["id"], {})
    credential = contract["interface"]["auth"]
    contract["interface"] |= {"auth": {"any_of": [[credential["name"]]]}, "credentials": [credential]}
    return json.dumps(contract, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(restructured(Path(sys.argv[1]).read_text(encoding="utf-8")))
