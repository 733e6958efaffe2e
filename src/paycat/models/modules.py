"""The modules of the generated models: one for each method, `shared.py` and `records.py`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode, Group
from paycat.models.annotations import MODELS, Imports, RequestTypes, optional
from paycat.models.classes import Argument, Class, Member, class_source, module_source
from paycat.models.docstrings import group_text, member_text
from paycat.models.record_classes import records_module
from paycat.models.rules import error_codes, is_number, used_rules
from paycat.models.sharing import Sharing, TableClass
from paycat.shapes.constraints.relations import Relation

SHARED = "shared"
"""The module of classes that several requests use."""


def python_modules(contract: Contract) -> dict[str, str]:
    """Return the model modules by file name."""
    stated = _Stated(
        Sharing(contract),
        dict(error_codes(contract)),
        "RequestModel" if "closed" in used_rules(contract) else "OpenRequestModel",
    )
    requests: dict[str, list[Request]] = {}
    for request in contract.requests():
        requests.setdefault(request.module, []).append(request)
    modules = {module: _method_module(contract, found, stated) for module, found in requests.items()}
    if shared := _shared_module(stated):
        modules[SHARED] = shared
    if contract.interface.records:
        modules["records"] = records_module(contract)
    return {f"{module}.py": text for module, text in modules.items()}


@dataclass(frozen=True, slots=True)
class _Stated:
    """What all classes of requests need: which they share, usual codes of errors, and the base class."""

    sharing: Sharing
    codes: Mapping[str, str]
    base: str


def _method_module(contract: Contract, requests: Iterable[Request], stated: _Stated) -> str:
    imports = Imports()
    classes: list[str] = []
    for request in requests:
        writer = _RequestClasses(imports, stated, request)
        own = [group for group in request.root.groups() if not group.shared]
        classes += map(writer.source, reversed(own))
    method = contract.method(request.method)
    title = method.title if method else request.method
    return module_source(f"Requests of the payment method {title}.", classes, imports)


def _shared_module(stated: _Stated) -> str:
    imports = Imports()
    writer = _RequestClasses(imports, stated)
    inner = [one for group in stated.sharing.groups.values() for one in reversed([*group.groups()])]
    classes = [writer.source(group) for group in dict.fromkeys(inner)]
    classes += [writer.table_source(table) for table in stated.sharing.tables]
    text = "Classes that the requests of several payment methods use."
    return module_source(text, classes, imports) if classes else ""


class _RequestClasses:
    """Writes the classes of a request, or of the shared module, which belongs to none."""

    def __init__(self, imports: Imports, stated: _Stated, request: Request | None = None) -> None:
        self._imports, self._sharing, self._request = imports, stated.sharing, request
        self._types = RequestTypes(imports, self._class_of, stated.codes)
        self._base = stated.base

    def source(self, group: Group) -> str:
        """Return the source of an object's class: another name of its table's class if nothing is to add."""
        table = self._table(group)
        if table and table.is_all_of(group):
            return f'{group.component} = {self._shared(table.name)}\n"""{"The class of its table."}"""\n'
        members = [one for one in group.members if not (table and one in table.members)]
        made = Class(
            name=group.component,
            base=self._shared(table.name) if table else self._imports.named(MODELS, self._base),
            text=group_text(group),
            members=tuple(self._member(group, one) for one in members),
            accepted=tuple(condition.any_of for condition in group.conditions),
            fixed=tuple(one.name for one in group.members if _is_fixed(one)),
            arguments=tuple(self._argument(one) for one in group.members if not _is_fixed(one)),
        )
        return class_source(made, self._imports)

    def table_source(self, table: TableClass) -> str:
        """Return the source of a table's class."""
        around = Group.model_construct(members=table.members, conditions=())
        members = tuple(self._member(around, one) for one in table.members)
        base = self._imports.named(MODELS, self._base)
        return class_source(Class(table.name, base, table.meaning, members), self._imports)

    def _table(self, group: Group) -> TableClass | None:
        return self._sharing.table_class(self._request, group) if self._request else None

    def _class_of(self, group: Group) -> str:
        return self._shared(group.component) if group.shared else group.component

    def _shared(self, name: str) -> str:
        """Return the name of a class of the shared module as this module sees it."""
        return f"{self._imports.named('.', SHARED)}.{name}" if self._request else name

    def _member(self, group: Group, member: FieldNode | Group) -> Member:
        annotation, is_optional = self._types.annotation(member), member.requirement != "required"
        return Member(member.name, annotation, member_text(group, member), is_optional)

    def _argument(self, member: FieldNode | Group) -> Argument:
        kind, is_optional = self._types.kind(member), member.requirement != "required"
        if isinstance(member, FieldNode) and is_number(member) and member.json_type == "number":
            kind = f"{kind} | int"
        return Argument(member.name, optional(kind) if is_optional else kind, is_optional)


def _is_fixed(member: FieldNode | Group) -> bool:
    """Return whether a member is always sent with one value."""
    if not isinstance(member, FieldNode) or member.requirement != "required":
        return False
    return any(rule.kind.relation is Relation.EQUAL for rule in member.constraints)
