"""The catalogue is plain YAML: without anchors, aliases, merge keys and tags.

Why: a value that is written elsewhere cannot be reviewed where it holds, and a change at one place would change others
that nobody looked at.

Example: in schemas/methods/SEPA_DEBIT.yaml

    countries: &where [AT, DE, FR, NL]

is found as

    schemas/methods/SEPA_DEBIT.yaml:7:12 error yaml-anchor: the anchor &where is not allowed; write the value out

Fix: write the value out. What many methods share stands once in a request table or a field type.
"""

ID = "R-03"
YAML_ALIAS = "yaml-alias"
YAML_ANCHOR = "yaml-anchor"
YAML_TAG = "yaml-tag"
YAML_MERGE = "yaml-merge"
