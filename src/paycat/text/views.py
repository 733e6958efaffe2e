"""The modules of which templates call the functions, as members of `text`."""

from paycat.text import counting, json_data

TEXT = (counting, json_data)
