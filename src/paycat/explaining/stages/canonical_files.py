"""Every file of the catalogue is in canonical order and layout.

Why: a review shows what changed and nothing else, and two people who add a method write it alike.

Example: in schemas/methods/SEPA_DEBIT.yaml

    currency:   EUR

is found as

    schemas/methods/SEPA_DEBIT.yaml:6:11 error unformatted: the file is not in canonical order and layout; the first
      difference is here; run paycat fmt

Fix: run paycat fmt.
"""

ID = "R-91"
UNFORMATTED = "unformatted"
