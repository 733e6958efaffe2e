"""Every file of the catalogue can be read: it is there, not larger than 4 MiB, and plain UTF-8 without control
characters.

Why: what cannot be read is not checked, and nothing can be generated from half a catalogue. A control character, a mark
that turns the direction of a line and a line separator end a text, act on a terminal or hide what a reader should see.
An escape in double quotes, such as \\0, is the same character.

Example: in schemas/errata.yaml

    section: "§2.3"

is found as

    schemas/errata.yaml:7:15 error yaml-control-character: the text has the character U+0007, which is not allowed;
      remove it

Fix: save the file as UTF-8 without a byte order mark, remove the character that is named, or put the file back.
"""

ID = "R-01"
FILE_UNREADABLE = "file-unreadable"
FILE_TOO_LARGE = "file-too-large"
YAML_BOM = "yaml-bom"
YAML_ENCODING = "yaml-encoding"
YAML_CONTROL_CHARACTER = "yaml-control-character"
