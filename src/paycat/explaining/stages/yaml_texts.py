"""Every file is one YAML document, indented with blanks, in which no key stands twice.

Why: of a key that stands twice one value is lost, and nobody is told which. After a mistake in the indentation, keys
belong to something else than it looks.

Example: in schemas/methods/SEPA_DEBIT.yaml

    note: Debits: accounts in euros

is found as

    schemas/methods/SEPA_DEBIT.yaml:5:13 error yaml-syntax: not YAML: mapping values are not allowed in this context;
      quote the text if it holds a colon and a blank

Fix: mend the line that is named; the mistake may also stand one line above. Quote a text that holds a colon and a
blank, or begins with a sign such as * or @.
"""

ID = "R-02"
YAML_SYNTAX = "yaml-syntax"
YAML_TAB = "yaml-tab"
YAML_EMPTY = "yaml-empty"
YAML_SECOND_DOCUMENT = "yaml-second-document"
YAML_TOO_DEEP = "yaml-too-deep"
YAML_KEY = "yaml-key"
YAML_DUPLICATE_KEY = "yaml-duplicate-key"
MERGE_CONFLICT = "merge-conflict"
