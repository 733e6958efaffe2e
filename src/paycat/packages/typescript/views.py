"""The modules of which templates call the functions, as members of `typescript`."""

from paycat.packages.typescript import client, declarations

TYPESCRIPT = (client, declarations)
