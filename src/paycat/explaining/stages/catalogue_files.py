"""A project holds `schemas/catalogue.yaml`, and every file in `schemas/` is one that paycat reads.

Why: a file with another name, ending or folder is read by nobody. A method in it would be missing everywhere, without a
word.

Example: in schemas/method/GIRO.yaml

    method_code: GIRO

is found as

    schemas/method/GIRO.yaml error unknown-file: nothing reads this file; did you mean 'methods'?

Fix: move the file or correct its name: methods/, requests/, samples/pay_in/ and samples/payout/ hold files that end in
.yaml. Run paycat inside a project, or name one with --project.
"""

ID = "R-04"
NO_PROJECT = "no-project"
NO_CATALOGUE = "no-catalogue"
UNKNOWN_FILE = "unknown-file"
