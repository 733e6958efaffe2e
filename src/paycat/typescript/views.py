"""The modules of which templates call the functions, as members of `typescript`."""

from paycat.typescript import client, declarations

TYPESCRIPT = (client, declarations)
