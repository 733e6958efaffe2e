"""The modules of which templates call the functions, as members of `schemas`."""

from paycat.schemas import json_schema, marks

SCHEMAS = (json_schema, marks)
