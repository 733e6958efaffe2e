"""`python -m paycat`."""

from paycat.cli import main

main()
