"""What stands in `generated/` is what the packs make of the catalogue, byte for byte.

Why: integrators download these files. One that is older than the catalogue, or was edited by hand, tells them rules
that nobody reviewed, and the next run would take the edit back.

Example: in generated/json-schema/payout/SEPA_TRANSFER.schema.json

    "maxLength": 70,

is found as

    generated/json-schema/payout/SEPA_TRANSFER.schema.json error drift-edited: the file was edited by hand; move the
      change to schemas/ or generators/, or use --force to overwrite it

Fix: run paycat generate and commit the result. Move an edit by hand to schemas/ or generators/, or overwrite it with
--force; with other versions of the libraries install those that are pinned.
"""

ID = "R-82"
DRIFT_MISSING = "drift-missing"
DRIFT_CHANGED = "drift-changed"
DRIFT_STALE = "drift-stale"
DRIFT_EDITED = "drift-edited"
DRIFT_STRAY = "drift-stray"
TOOL_VERSION = "tool-version"
