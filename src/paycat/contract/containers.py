"""What states the objects of a request: a container, or a field of which the type is an object."""

from collections.abc import Mapping
from dataclasses import dataclass

from paycat.catalogue.constraints import Constrained
from paycat.catalogue.fields import Container, FieldType
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import Reason
from paycat.catalogue.values import Presence
from paycat.contract.layout import ObjectUse
from paycat.contract.naming import component_name, pascal
from paycat.contract.nodes import Condition, ObjectType
from paycat.contract.setting import Setting
from paycat.contract.stated_fields import StatedField
from paycat.contract.values import Layer, joined, reason_of
from paycat.diagnostics import Span


@dataclass(frozen=True, slots=True)
class StatedObject:
    """What is stated of an object, or of a list of objects; `layers` state the rules of the list."""

    meaning: str
    reason: Reason
    location: Span
    requirement: Presence | None = None
    python_name: str | None = None
    layers: tuple[Layer[Constrained], ...] = ()
    type_name: str = ""


def stated_container(setting: Setting, path: str) -> StatedObject:
    """Return what is stated of the object at a path; of the body itself (path ""), what its table and method are."""
    if use := setting.layout.objects.get(path):
        return _of_use(setting, path, use)
    if stated := declared_container(setting, path):
        container = stated.value
        around = setting.table_reason if stated.source is setting.table else setting.own_reason
        reason = joined(container.reason, around)
        return StatedObject(
            container.meaning,
            reason,
            stated.at(key=True),
            container.requirement,
            container.python_name,
            (Layer(stated, reason),),
        )
    method = setting.method.value
    meaning = f"{setting.table.value.title}: {method.title}. {method.note}."
    return StatedObject(meaning, setting.table_reason, setting.at(key=True))


def type_of_object(setting: Setting, path: str) -> ObjectType | None:
    """Return the type of the object at a path, if it has one."""
    use = setting.layout.objects.get(path)
    if use is None:
        return None
    of_type = use.type.value
    return ObjectType(
        name=use.type.name, meaning=of_type.meaning, reason=of_type.reason, location=use.type.at(key=True)
    )


def component_of(setting: Setting, path: str, conditions: Mapping[str, tuple[Condition, ...]]) -> tuple[str, bool]:
    """Return the component of the object at a path, and whether it is the same wherever the type around it is used."""
    layout = setting.layout
    decided = (around for container in conditions for around in (container, *layout.around(container)))
    changing = layout.changed.get(path, f"{path}.")
    if path not in layout.objects or not changing or path in layout.dependent or path in decided:
        return component_name(setting.method.value.generated_name, setting.direction, path), False
    outer = changing.removesuffix(".")
    return pascal(layout.objects[outer].type.name) + pascal(path.removeprefix(outer)), True


def _of_use(setting: Setting, path: str, use: ObjectUse) -> StatedObject:
    field = StatedField(setting, path, use.stated)
    layers, look = field.reasoned, field.look
    assert look, "there is an object type"
    is_type = isinstance(look.value, FieldType)
    own = joined(*(one.reason for one in reversed(layers)))
    requirement = field.latest("requirement")
    return StatedObject(
        field.latest("meaning") or (look.value.meaning if isinstance(look.value, FieldType) else ""),
        joined(own, look.value.reason),
        use.stated[-1].at(key=True),
        "required" if requirement == "required" else "optional",
        field.latest("python_name"),
        (*([Layer(look, reason_of(look.value, own))] if is_type else []), *layers),
        look.name if is_type else "",
    )


def declared_container(setting: Setting, path: str) -> Stated[Container] | None:
    """Return what the method or else the table declares of a container."""
    for source, inside, containers in (
        (setting.method, (setting.direction,), setting.statement.containers),
        (setting.table, (), setting.table.value.containers),
    ):
        if container := containers.get(path):
            return Stated(source, (*inside, "containers", path), container)
    return None
