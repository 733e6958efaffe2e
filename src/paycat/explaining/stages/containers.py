"""Every object around nested fields is declared under `containers`, is no field itself, and is not changed by a method
when all share it.

Why: a misspelt container would become an object of its own, and payloads would have to send both. A shared container is
one component in every document, so no method can have another.

Example: in schemas/methods/SEPA_DEBIT.yaml

    debitor.iban: { requirement: required, type: iban, meaning: Account that is debited }

is found as

    schemas/methods/SEPA_DEBIT.yaml:16:5 error undeclared-container: nothing says what the container 'debitor' is; did
      you mean 'debtor'?

Fix: correct the path, or declare the container with its meaning in the request table or the method.
"""

ID = "R-09"
UNDECLARED_CONTAINER = "undeclared-container"
FIELD_IS_CONTAINER = "field-is-container"
SHARED_CONTAINER = "shared-container"
