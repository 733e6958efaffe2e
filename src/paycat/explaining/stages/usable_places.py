"""What paycat reads and watches can be read, and where it writes there is room for files of these names.

Why: nothing is half written: when one file cannot be replaced, integrators would get parts of two revisions.

Example: in generated

    notes

is found as

    generated error output-unwritable: cannot write here: file exists; generated must be a folder that you may write to,
      on a disk with space left

Fix: give yourself the right to read and write there, make room on the disk, or move what stands in the way. After a
run that was killed while it wrote, the next one that writes, such as paycat generate, puts back the old texts by
itself; where it cannot, .paycat-writing/ holds them: compare, and remove that folder.
"""

ID = "R-81"
OUTPUT_PATH = "output-path"
OUTPUT_UNREADABLE = "output-unreadable"
OUTPUT_UNWRITABLE = "output-unwritable"
FILE_UNWRITABLE = "file-unwritable"
REPORT_UNWRITABLE = "report-unwritable"
PROJECT_UNWRITABLE = "project-unwritable"
PROJECT_UNREADABLE = "project-unreadable"
UNWATCHABLE = "unwatchable"
SYSTEM_REFUSED = "system-refused"
INTERRUPTED_EDIT = "interrupted-edit"
