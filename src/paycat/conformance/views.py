"""The modules of which templates call the functions, as members of `conformance`."""

from paycat.conformance.derive import summary

CONFORMANCE = (summary,)
