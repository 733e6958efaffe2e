"""Each field has a dotted path, a requirement, a type that types.yaml lists and a meaning; a method loosens none
without a reason.

Why: without a type nothing checks the field, and without a requirement nobody knows whether to send it. Where a method
takes back what the table requires, integrators who follow the table must learn why. The same holds for the type
that a member of a record, a parameter or a header names.

Example: in schemas/methods/SEPA_DEBIT.yaml

    debtor.iban: { requirement: required, type: ibann, meaning: Account that is debited }

is found as

    schemas/methods/SEPA_DEBIT.yaml:16:49 error unknown-type: unknown field type 'ibann'; did you mean 'iban'?

Fix: correct the path or the type, add what is missing, or give the `source` or `decision` that allows a method to ask
for less.
"""

ID = "R-07"
BAD_PATH = "bad-path"
INCOMPLETE_FIELD = "incomplete-field"
UNKNOWN_TYPE = "unknown-type"
LOOSENED_FIELD = "loosened-field"
