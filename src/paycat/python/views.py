"""The modules of which templates call the functions, as members of `python`."""

from paycat.python import docstrings, notifications, operations, rules

PYTHON = (docstrings, notifications, operations, rules)
