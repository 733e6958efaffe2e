"""The modules of which templates call the functions, as members of `contracts`."""

from paycat.contract import dispatch, members, naming, nodes, sending, uses

CONTRACTS = (dispatch, members, naming, nodes, sending, uses)
