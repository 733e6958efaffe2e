"""The schemas of the classes of requests: a document for each method, and one for the classes that several use."""

from collections.abc import Iterable, Iterator

from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.schemas import field_rules
from paycat.contract.value_types import is_number, number_name, text_name
from paycat.documents.json_schema import text_of
from paycat.python.class_schemas import ANY_OBJECT, MODELS, SHARED, VALUE_TYPES, Schema, class_schema, reference
from paycat.python.docstrings import member_text
from paycat.python.rules import error_codes, used_rules
from paycat.python.sharing import Sharing, TableClass

_RULES = ("enum", "const", "minLength", "maxLength", "pattern")
"""The rules of texts that models check by the annotation of a field."""


def request_schemas(contract: Contract) -> dict[str, Schema]:
    """Return the documents of the classes of requests, by module."""
    make = _RequestClasses(contract)
    methods: dict[str, list[Request]] = {}
    for request in contract.requests():
        methods.setdefault(request.module, []).append(request)
    found = {}
    for module, requests in methods.items():
        method = contract.method(requests[0].method)
        title = method.title if method else requests[0].method
        classes: dict[str, Schema] = {}
        for request in requests:
            own = [group for group in request.root.groups() if not group.shared]
            classes |= {group.component: make.of_group(group, request) for group in reversed(own)}
        found[module] = {"x-text": f"Requests of the payment method {title}.", "$defs": classes}
    inner = [one for group in make.sharing.groups.values() for one in reversed([*group.groups()])]
    shared = {group.component: make.of_group(group) for group in inner}
    if classes := shared | {table.name: make.of_table(table) for table in make.sharing.tables}:
        text = "Classes that the requests of several payment methods use."
        found[SHARED] = {"x-text": text, "$defs": classes}
    return found


class _RequestClasses:
    """Makes the schemas of the classes of requests; `module` is the shared one, "" where they are in it."""

    def __init__(self, contract: Contract) -> None:
        self.sharing = Sharing(contract)
        self._codes = dict(error_codes(contract))
        self._base = reference("RequestModel" if "closed" in used_rules(contract) else "OpenRequestModel", MODELS)

    def of_table(self, table: TableClass) -> Schema:
        """Return the schema of a table's class, which is in the shared module."""
        around = Group.model_construct(members=table.members, conditions=())
        return self._of_members(self._base, table.meaning, around, table.members, "")

    def of_group(self, group: Group, request: Request | None = None) -> Schema:
        """Return the schema of the class of an object, of a request or of the shared module."""
        table = self.sharing.table_class(request, group) if request else None
        base = reference(table.name, SHARED) if table else self._base
        if table and table.is_all_of(group):
            return {**class_schema(base, "The class of its table.", {}, []), "x-same": True}
        inherited = table.members if table else ()
        sent = (one for one in group.members if isinstance(one, FieldNode) and one.requirement == "required")
        fixed = [one.name for one in sent if one.fixed]
        members = [one for one in group.members if fixed or one not in inherited]
        schema = self._of_members(base, text_of(group), group, members, SHARED if request else "")
        for one in members:
            if one in inherited:
                schema["properties"][one.name]["x-inherited"] = True
        if group.conditions:
            schema["x-accepted"] = [condition.any_of for condition in group.conditions]
        if fixed:
            schema["x-new"] = fixed
        return schema

    def _of_members(self, base: Schema, text: str, around: Group, members: Iterable[Node], module: str) -> Schema:
        found = {one.name: {**self._of(one, module), "x-text": member_text(around, one)} for one in members}
        return class_schema(base, text, found, [one.name for one in members if one.requirement == "required"])

    def _of(self, node: Node, module: str) -> Schema:
        if isinstance(node, Group):
            return reference(node.component, module if node.shared else "")
        return {**self._type(node, module), **dict(self._notes(node))}

    def _type(self, field: FieldNode, module: str) -> Schema:
        if is_number(field):
            return reference(number_name(field), VALUE_TYPES)  # Pydantic would compare decimals with floats.
        if field.json_type == "boolean":
            return reference("Boolean", MODELS)
        if field.json_type == "array":
            assert field.items is not None, "a list states what its items are"
            items = field.items
            of_items = self._of(items, module) if isinstance(items, Group) else self._type(items, module)
            return {"type": "array", "items": of_items}
        if field.json_type == "object":
            return ANY_OBJECT
        if not field.name and (text := text_name(field)):
            return reference(text, VALUE_TYPES)
        rules = field_rules(field)
        return {"type": "string", **{keyword: rules[keyword] for keyword in _RULES if keyword in rules}}

    def _notes(self, field: FieldNode) -> Iterator[tuple[str, object]]:
        if field.items and field.constraints:
            yield "x-list-rules", {rule.keyword: (rule.value, rule.phrase.whole_must) for rule in field.constraints}
        if codes := self._own_codes(field):
            yield "x-codes", codes
        if isinstance(field.items, FieldNode) and (codes := self._own_codes(field.items)):
            yield "x-item-codes", codes
        if field.sensitive:
            yield "x-sensitive", True
        if field.json_type == "number":
            yield "x-number", True

    def _own_codes(self, field: FieldNode) -> dict[str, str]:
        codes = {self._codes[rule.kind.error]: rule.code for rule in field.constraints}
        return {usual: code for usual, code in codes.items() if usual != code}
