"""The generated documents and the package can be read and run, and give every vector its verdict before anything is
changed.

Why: a document that cannot be read serves no integrator, and nothing can be proved of it.

Example: in generated/json-schema/payout/SEPA_TRANSFER.schema.json

    "maxLength": 35;

is found as

    generated/json-schema/payout/SEPA_TRANSFER.schema.json error document-broken: the schema is not JSON: Expecting ','
      delimiter: line 60 column 22 (char 1838); run paycat generate --check

Fix: run paycat generate --check: it names the files that were edited by hand.
"""

ID = "R-84"
DOCUMENT_BROKEN = "document-broken"
PACKAGE_BROKEN = "package-broken"
WRONG_UNCHANGED = "wrong-unchanged"
