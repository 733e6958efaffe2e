"""A method as tables in the terminal."""

from rich.table import Table
from rich.text import Text

from paycat.catalogue.directions import DIRECTIONS
from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract, Method, Request
from paycat.contract.nodes import Constraint, FieldNode
from paycat.counting import plural
from paycat.documents.marks import deprecation_text, field_reasons, meaning_of
from paycat.terminal import Terminal

_NARROWEST = 140


def print_method(contract: Contract, method: Method) -> None:
    """Print what a method is, and for each direction its fields, rules and conditions."""
    console = Terminal(narrowest=_NARROWEST)
    currency = next(currency for currency in contract.currencies if currency.code == method.currency)
    countries = ", ".join(method.countries) + ("" if method.countries_complete else " and others")
    console.print(Text.assemble((method.code, "bold"), f" {method.title}. {method.note}."), soft_wrap=True)
    if method.deprecated:
        console.print(deprecation_text(method.deprecated), soft_wrap=True)
    decimals = plural(currency.exponent, "decimal")
    console.print(f"{currency.code} ({currency.name}, {currency.exponent} {decimals}), {countries}")
    for direction in DIRECTIONS:
        offer = method.offer(direction)
        console.print(Text.assemble("\n", (direction, "bold"), f" {offer.availability} ({_because(offer.reason)})"))
        if offer.request:
            console.print(_fields(offer.request))
            _print_conditions(console, offer.request)


def _fields(request: Request) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("field", no_wrap=True)
    table.add_column("level", no_wrap=True)
    for column in ("rules", "meaning", "from"):
        table.add_column(column, overflow="fold")
    for field in request.root.fields():
        rules = ", ".join((field.type, *(_limit(rule) for rule in field.constraints)))
        cells = (field.path, field.requirement, rules, meaning_of(field), _because(_whole_reason(field)))
        table.add_row(*map(Text, cells))
    return table


def _print_conditions(console: Terminal, request: Request) -> None:
    for group in request.root.groups():
        for condition in group.conditions:
            choices = " | ".join(" + ".join(names) for names in condition.any_of)
            told = f"{group.path} needs at least one of: {choices} ({_because(condition.reason)})"
            console.print(told, soft_wrap=True)


def _limit(rule: Constraint) -> str:
    phrase = rule.phrase
    return f"{phrase.limit} {phrase.literal}".rstrip()


def _whole_reason(field: FieldNode) -> Reason:
    decisions = {decision for reason in field_reasons(field) for decision in reason.decisions}
    return Reason(source=field.reason.source, decisions=tuple(sorted(decisions)))


def _because(reason: Reason) -> str:
    return ", ".join(part for part in (reason.source or "", *reason.decisions) if part)
