"""Every file of the catalogue can be read: it is there, not larger than 4 MiB, and plain UTF-8.

Why: what cannot be read is not checked, and nothing can be generated from half a catalogue. Marks and characters that
nobody sees change what a text means to one reader and not to the next.

Example: in schemas/errata.yaml

    section: "§2.3"

is found as

    schemas/errata.yaml:7:15 error yaml-control-character: the character U+0007 may not stand in YAML; remove it, or
      write it as an escape in double quotes

Fix: save the file as UTF-8 without a byte order mark, remove the character that is named, or put the file back.
"""

ID = "R-01"
FILE_UNREADABLE = "file-unreadable"
FILE_TOO_LARGE = "file-too-large"
YAML_BOM = "yaml-bom"
YAML_ENCODING = "yaml-encoding"
YAML_CONTROL_CHARACTER = "yaml-control-character"
