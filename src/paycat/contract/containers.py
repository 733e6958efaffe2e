"""What states the objects of a request: a container, or a field of which the type is an object."""

from collections.abc import Iterable, Sequence
from typing import Any

from paycat.catalogue.constraints import Constrained
from paycat.catalogue.fields import Container, FieldType
from paycat.catalogue.reading import Stated
from paycat.catalogue.values import Presence
from paycat.contract.layout import Statements, object_type, type_named
from paycat.contract.naming import component_name, pascal
from paycat.contract.nodes import FieldNode, ObjectType
from paycat.contract.paths import ITEM
from paycat.contract.stated_fields import StatedField
from paycat.contract.stated_offers import StatedOffer
from paycat.contract.values import Layer, joined, reason_of, value_node


def object_node(offer: StatedOffer, path: str, default_requirement: Presence) -> FieldNode:
    """Return what is stated of the object at a path, as the node of a list, or of a value, without what is inside.

    An object of which no requirement is stated has the one that is given. Of the body itself (path ""), return what its
    table and method are.
    """
    if statements := offer.layout.objects.get(path):
        return _node_of_type(offer, path, statements)
    if container := declared_container(offer, path):
        statement = container.value
        outer_reason = offer.table_reason if container.source is offer.table else offer.own_reason
        reason = joined(statement.reason, outer_reason)
        return _node(
            offer,
            path,
            [Layer(container, reason)],
            reason=reason,
            location=container.at(key=True),
            meaning=statement.meaning,
            requirement=statement.requirement or default_requirement,
            python_name=statement.python_name,
        )
    method = offer.method.value
    meaning = (
        f"{offer.table.value.title}."
        if offer.is_for_all
        else f"{offer.table.value.title}: {method.title}. {method.note}."
    )
    reason_and_location = {"reason": offer.table_reason, "location": offer.at(key=True)}
    return _node(offer, path, [], meaning=meaning, requirement=default_requirement, **reason_and_location)


def type_of_object(offer: StatedOffer, path: str) -> ObjectType | None:
    """Return the type of the object at a path, if it has one."""
    types, statements = offer.basis.types, offer.layout.objects.get(path)
    if statements is None:
        return None
    look = type_named(types, object_type(types, statements)[0])
    field_type = look.value
    return ObjectType(name=look.name, meaning=field_type.meaning, reason=field_type.reason, location=look.at(key=True))


def component_of(offer: StatedOffer, path: str, decided: Iterable[str]) -> tuple[str, bool]:
    """Return the component of the object at a path, and whether it is the same wherever the type around it is used.

    `decided` are the paths of objects of which the request alone states conditions or cases.
    """
    layout = offer.layout
    decided_paths = (outer for container in decided for outer in (container, *layout.objects_around(container)))
    prefix = layout.changed.get(path, f"{path}.")
    if path not in layout.objects or not prefix or path in layout.dependent or path in decided_paths:
        return component_name(offer.method.value.generated_name, offer.direction, path), False
    outer_path = prefix.removesuffix(".")
    type_name, _ = object_type(offer.basis.types, layout.objects[outer_path])
    return pascal(type_name) + pascal(path.removeprefix(outer_path)), True


def _node_of_type(offer: StatedOffer, path: str, statements: Statements) -> FieldNode:
    field = StatedField(offer, path, statements)
    layers, look = field.reasoned, field.look
    assert look, "there is an object type"
    own_reason = joined(*(layer.reason for layer in reversed(layers)))
    field_type = look.value if isinstance(look.value, FieldType) else None
    return _node(
        offer,
        path,
        [*([Layer(look, reason_of(look.value, own_reason))] if field_type else []), *layers],
        reason=joined(own_reason, look.value.reason),
        location=statements[-1].at(key=True),
        type=look.name if field_type else "",
        requirement="required" if field.latest("requirement") == "required" else "optional",
        meaning=field.latest("meaning") or (field_type.meaning if field_type else ""),
        python_name=field.latest("python_name"),
    )


def _node(offer: StatedOffer, path: str, layers: Sequence[Layer[Constrained]], **attributes: Any) -> FieldNode:
    """Return the node of an object, or of a list of objects, of which `layers` state the rules."""
    if not path.endswith(ITEM):
        return value_node(path, shape="object", **attributes)
    rules_by_keyword = offer.resolver().constraints(layers)
    return value_node(path.removesuffix(ITEM), shape="list", constraints=tuple(rules_by_keyword.values()), **attributes)


def declared_container(offer: StatedOffer, path: str) -> Stated[Container] | None:
    """Return what the method or else the table declares of a container."""
    for source, steps, containers_by_path in (
        (offer.method, (offer.direction,), offer.statement.containers),
        (offer.table, (), offer.table.value.containers),
    ):
        if container := containers_by_path.get(path):
            return Stated(source, (*steps, "containers", path), container)
    return None
