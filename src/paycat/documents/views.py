"""The modules of which templates call the functions, as members of `documents`."""

from paycat.documents import json_schema, marks

DOCUMENTS = (json_schema, marks)
