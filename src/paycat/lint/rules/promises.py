"""The rule on what only the service can promise: it is stated where something of the interface rests on it."""

from collections.abc import Iterator

from paycat.catalogue.interface import Notification, Operation
from paycat.catalogue.shapes import Member
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule

_KEY_HEADER = "idempotency-key"


@rule("promises", needs=["interface"], stage=Stage.STATEMENTS)
def promises(context: RuleContext) -> Iterator[Diagnostic]:
    """Report notifications, keys of requests and versions of which nothing is stated."""
    events, rulebook = context.catalogue.events, context.catalogue.rulebook
    for key, word in (("delivery", "standard"), ("signing", "standard_webhooks")):
        if getattr(events.value, key) is None:
            for notification in context.stated(Notification)[:1]:
                message = f"notifications are sent, but nothing is stated of their {key}"
                help = f"write `{key}: {word}` in {context.relative(events.name)}, or state it in full"
                yield notification.finding("unstated-promise", message, key=True, help=help)
    parameters = context.catalogue.operations.value.parameters
    for operation in context.stated(Operation) if rulebook.value.idempotency is None else ():
        for index, name in enumerate(operation.value.parameters):
            if name in parameters and parameters[name].name.lower() == _KEY_HEADER:
                message = f"the operation takes {parameters[name].name}, but nothing is stated of idempotency"
                help = f"write `idempotency: standard` in {context.relative(rulebook.name)}, or state it in full"
                yield operation.finding("unstated-promise", message, "parameters", index, help=help)
    for member in context.stated(Member) if rulebook.value.versioning is None else ():
        if member.value.made and member.value.made.by == "api_version":
            message = "the member holds the version of the API, but no versioning is stated"
            help = f"state `versioning` in {context.relative(rulebook.name)}"
            yield member.finding("unstated-promise", message, "made", help=help)
