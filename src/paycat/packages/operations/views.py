"""The modules of which templates call the functions, as members of `operations`."""

from paycat.packages.operations import calls, notifications, sandbox

OPERATIONS = (calls, notifications, sandbox)
