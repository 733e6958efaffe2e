"""Each value is of the kind that its key needs: text, number, list or mapping, one of the known words, in its form.

Why: a wrong value would reach the generated artefacts, or stop them. A number that JSON readers cannot keep exactly
would be another amount at the integrator.

Example: in schemas/methods/SEPA_DEBIT.yaml

    pay_in:
      availability: suported

is found as

    schemas/methods/SEPA_DEBIT.yaml:13:17 error unknown-word: unknown word 'suported'; did you mean 'supported'?

Fix: write the value as the finding says. Quote a text that looks like a number or a truth value.
"""

ID = "R-06"
WRONG_TYPE = "wrong-type"
MISSING_VALUE = "missing-value"
UNKNOWN_WORD = "unknown-word"
BAD_FORM = "bad-form"
BAD_VALUE = "bad-value"
BAD_LENGTH = "bad-length"
NUMBER_NOT_KEPT = "number-not-kept"
TAKEN_PACKAGE = "taken-package"
