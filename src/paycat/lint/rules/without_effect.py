"""The rule on statements without effect, of which people believe that they hold."""

from collections.abc import Iterator

from paycat.catalogue.constraints import Constrained
from paycat.catalogue.derived.requests import facts_of
from paycat.catalogue.fields import Container, RequestTable
from paycat.catalogue.interface import Operation
from paycat.catalogue.problems import CONFLICT, OF_BODY
from paycat.catalogue.reading import Stated, values_in
from paycat.contract.layout import above
from paycat.contract.stated_offers import StatedOffer
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.lint.rules.patterns import written_patterns
from paycat.shapes.patterns.portable import fault_of, form_of
from paycat.shapes.patterns.texts import distinguishing_text
from paycat.yaml.nodes import Scalar, json_value, node_at

_ANY = r"[\s\S]*"


@rule("without-effect", needs=["types.yaml", "requests", "methods"])
def without_effect(context: RuleContext) -> Iterator[Diagnostic]:
    """Report fields of absent objects, containers without fields, and patterns that every text matches."""
    for offer in context.offers.values():
        if offer.supported:
            yield from _of_absent(context, offer)
    for container in context.stated(Container):
        if not any(path.startswith(f"{container.name}.") for path in _beside(context, container)):
            message = f"no request has a field in the container {container.name!r}"
            yield container.finding("empty-container", message, key=True)
    for statement in context.stated(Constrained):
        for written_pattern, location in written_patterns(statement):
            is_sound = not fault_of(written_pattern.source, is_whole=written_pattern.is_whole)
            pattern = form_of(written_pattern.source, is_whole=written_pattern.is_whole).pattern if is_sound else ""
            counterexample = distinguishing_text(pattern, _ANY) if is_sound else None
            if counterexample and counterexample.is_known and counterexample.text is None:
                hint = "write ^ and $ around what a whole text has, or remove the pattern"
                yield Diagnostic("pattern-of-any", location, "every text matches this pattern", hint)
        yield from _of_values(statement)
    if context.catalogue.service.value.source is None:
        yield from _of_facts(context)


@rule("without-effect", stage=Stage.LACKING)
def impossible_problems(context: RuleContext) -> Iterator[Diagnostic]:
    """Warn of problems of operations that only a body or a move leads to, which they have not."""
    problems = context.catalogue.problems.value.problems
    for operation in context.stated(Operation):
        reasons = {} if operation.value.request else dict.fromkeys(OF_BODY, "the operation takes no body")
        if operation.value.http_method == "GET" and not operation.value.moves:
            reasons[CONFLICT] = "a GET request moves nothing"
        for index, slug in enumerate(operation.value.problems):
            if slug in problems and (reason := reasons.get(problems[slug].cause)):
                message = f"no request has the problem {slug!r} here: {reason}"
                yield operation.finding("impossible-problem", message, "problems", index)


def _beside(context: RuleContext, container: Stated[Container]) -> Iterator[str]:
    """Return the paths of the fields of the table, or of the direction of the method, that states a container."""
    source = container.source
    if isinstance(source.value, RequestTable):
        yield from source.value.fields
    for field in context.stated_fields:
        is_of_method = field.offer.method is source and field.offer.direction == container.path[0]
        if not field.is_absent and (is_of_method or field.offer.known_table is source):
            yield field.path


def _of_absent(context: RuleContext, offer: StatedOffer) -> Iterator[Diagnostic]:
    own_fields, table = offer.statement.fields, offer.known_table
    fields = dict(table.value.fields) if table else {}
    fields |= {path: field for path, field in own_fields.items() if field.requirement}
    for path, field in own_fields.items():
        parent = next((name for name in above(path) if name in fields and fields[name].requirement == "absent"), None)
        if parent is not None and field.requirement != "absent":
            message = f"the object {parent!r} is absent, so the field {path!r} is nowhere"
            yield Diagnostic("field-of-absent", offer.at("fields", path, key=True), message)


def _of_facts(context: RuleContext) -> Iterator[Diagnostic]:
    """Warn of fields of request tables that state what their role fixes them to."""
    for name, source in context.catalogue.requests.items():
        facts = facts_of(context.catalogue, name)
        for path, field in source.value.fields.items():
            fact = facts.get(field.role) if field.role else None
            stated_node = node_at(source.own_node, ("fields", path, "fixed"))
            if fact and isinstance(stated_node, Scalar) and stated_node.text == fact:
                message = f"the role {field.role} fixes the field to {fact} already"
                yield Diagnostic("restated-fact", source.at("fields", path, "fixed", key=True), message)


def _of_values(statement: Stated[Constrained]) -> Iterator[Diagnostic]:
    """Warn of the values of a choice that look like numbers, or like true, false or null."""
    choice_by_place = {choice.at(key=True): choice for choice in values_in(statement)}
    for scalar in statement.source.scalars if choice_by_place else ():
        if scalar.plain and scalar.span in choice_by_place and not isinstance(json_value(scalar), str):
            message = f"the values of a choice are texts, and so is {scalar.text}"
            yield Diagnostic("value-is-text", scalar.span, message, f'write "{scalar.text}"')
