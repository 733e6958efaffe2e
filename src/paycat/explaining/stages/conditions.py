"""Each conditional field stands in a condition that lets it be left out, and conditions name conditional fields of one
container only.

Why: a conditional field without a condition is asked for by nobody, and one that every combination needs is required
under another name. Payments then fail at the bank and not at the door.

Example: in schemas/methods/FASTER_PAYMENT.yaml

    conditions:
      - any_of:
          - [beneficiary.sort_code, beneficiary.account_number]
          - [beneficiary.iban, beneficiary.sort_code]

is found as

    schemas/methods/FASTER_PAYMENT.yaml:15:5 error conditional-always-needed: 'beneficiary.sort_code' is in every
      combination, so it is required, not conditional

Fix: add the field to a combination, take it out of one, or make it required or optional; correct a name that is
unknown.
"""

ID = "R-10"
CONDITIONAL_WITHOUT_CONDITION = "conditional-without-condition"
CONDITIONAL_ALWAYS_NEEDED = "conditional-always-needed"
UNKNOWN_FIELD = "unknown-field"
CONDITION_NOT_CONDITIONAL = "condition-not-conditional"
CONDITION_ACROSS_CONTAINERS = "condition-across-containers"
EMPTY_CONDITION = "empty-condition"
