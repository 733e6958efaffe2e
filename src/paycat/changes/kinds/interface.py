"""Kinds of changes around the bodies.

Where tables of other tools disagree: what is added is safe for whoever passes over what it does not know, and what is
removed or renamed breaks whoever relied on it. A state is never passed over, as money depends on whether it is final.
"""

from paycat.changes.kinds import machines, operations, parameters, problems, terms

KINDS = (*operations.KINDS, *parameters.KINDS, *machines.KINDS, *problems.KINDS, *terms.KINDS)
