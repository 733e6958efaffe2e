"""The modules of which templates call the functions, as members of `python`."""

from paycat.packages.python import docstrings, names, rules

PYTHON = (docstrings, names, rules)
