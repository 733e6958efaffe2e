"""Each statement has the keys that it needs, and none that paycat does not know.

Why: a misspelt key would be read by nobody, so the rule that it states would hold nowhere.

Example: in schemas/methods/SEPA_DEBIT.yaml

    debtor.iban: { requirment: required, type: iban, meaning: Account that is debited }

is found as

    schemas/methods/SEPA_DEBIT.yaml:16:20 error unknown-key: unknown key 'requirment'; did you mean 'requirement'?

Fix: correct the key, or add the one that is missing. An editor with the modelines of the files offers the keys.
"""

ID = "R-05"
UNKNOWN_KEY = "unknown-key"
MISSING_KEY = "missing-key"
