"""Every engine gives every vector the verdict that the catalogue means, and every change of a rule is noticed.

Why: where a schema, a model and the server judge differently, a payment is accepted by one and refused by the other.
Each disagreement is money held up, or sent by mistake.

Example: in generated/json-schema/payout/SEPA_TRANSFER.schema.json

    "x-maxLength": 35,

is found as

    generated/conformance/vectors/payout/SEPA_TRANSFER.jsonl:128:1 error disagreement: jsonschema:
      payout.SEPA_TRANSFER.statement_text:max_length/too_long: rule payout.SEPA_TRANSFER.statement_text:max_length
      (§2.1): expected max_length at #/statement_text, got acceptance

Fix: look at the rule that is named, in the catalogue and in the generated file. An engine that is not installed says
how to install it.
"""

ID = "R-86"
DISAGREEMENT = "disagreement"
MUTANT_SURVIVED = "mutant-survived"
MISSING_ENGINE = "missing-engine"
