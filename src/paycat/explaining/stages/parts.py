"""A part of the catalogue that is asked for has something in it, and goes into a folder that paycat may write.

Why: whoever asks for a method that is not there would get files without it, and trust that they are complete. A folder
that holds something else would lose it: paycat writes to a folder that it wrote before, and to a new or empty one, also
with `--force`, which is for files of such a folder that were edited by hand.

Example: in a shell

    paycat generate --only SEPA_DEBITS --to part

is found as

    --only error unknown-selection: there is no method 'SEPA_DEBITS'; did you mean 'SEPA_DEBIT'?

Fix: correct the name; ask for less at once, as what is asked for has to hold together; name an empty folder, or one
that paycat wrote.
"""

ID = "R-98"
UNKNOWN_SELECTION = "unknown-selection"
EMPTY_SELECTION = "empty-selection"
FOLDER_NOT_OURS = "folder-not-ours"
