"""The rule on cases that no request can meet, whatever the method."""

from collections.abc import Iterator

from paycat.catalogue.cases import CaseStatement
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule


@rule("cases", needs=["methods", "requests", "types.yaml"])
def cases(context: RuleContext) -> Iterator[Diagnostic]:
    """Report cases of request tables and object types that hold for no method."""
    groups = [group for request in context.contract.requests() for group in request.root.groups()]
    held_locations = {case.location for group in groups for case in group.cases}
    for case in context.stated(CaseStatement):
        if not any(case.at("fields", name, key=True) in held_locations for name in case.value.fields):
            yield case.finding("case-never-holds", "no request of any method meets this case", "given", key=True)
