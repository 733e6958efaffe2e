"""A payload is one JSON object, not larger than a body may be, in which no member stands twice.

Why: two readers of such a body could understand two different payments.

Example: in refund.json

    { "amount": 25, "amount": 250, "currency": "GBP", "scheme": "FASTER_PAYMENT" }

is found as

    refund.json error malformed-body: a member name occurs twice in one object

Fix: correct the JSON. What is wrong with the fields of a payload is told by their refusal codes, which
interface/problems.yaml lists.
"""

ID = "R-89"
BODY_TOO_LARGE = "body-too-large"
MALFORMED_BODY = "malformed-body"
