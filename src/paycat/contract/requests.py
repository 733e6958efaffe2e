"""What each method offers in each direction, with its request and samples resolved."""

from collections.abc import Mapping, Sequence

from paycat.cache import Cache
from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.methods import MethodStatement
from paycat.catalogue.reading import Source
from paycat.catalogue.samples import Samples
from paycat.catalogue.statement import Reason
from paycat.contract.fields import resolved_fields
from paycat.contract.groups import request_root
from paycat.contract.model import Method, Offer, Request
from paycat.contract.naming import module_name
from paycat.contract.nodes import FieldNode
from paycat.contract.samples import resolved_samples
from paycat.contract.setting import Basis, Collector, Setting, deprecation
from paycat.diagnostics import Diagnostic, did_you_mean

NEEDED_ROLES = ("method", "amount", "currency", "reference")


def resolved_method(
    cache: Cache, basis: Basis, method: Source[MethodStatement], *samples: Source[Samples] | None
) -> tuple[Method | None, Sequence[Diagnostic]]:
    """Return the resolved method, or None when its requests cannot be resolved, and the findings.

    `samples` are its samples of each direction.
    """
    collector = Collector()
    stated = zip(DIRECTIONS, samples, strict=True)
    offers = {one: _offer(Setting(cache, basis, method, one, collector), source) for one, source in stated}
    return _method(method, offers), collector.found


def _method(method: Source[MethodStatement], offers: Mapping[Direction, Offer | None]) -> Method | None:
    pay_in, payout = offers["pay_in"], offers["payout"]
    if pay_in is None or payout is None:
        return None
    stated = method.value
    vague = (stated.countries_complete, stated.country_mode)
    decisions = dict.fromkeys(decision for rule in vague if rule for decision in rule.decision)
    return Method(
        code=stated.method_code,
        title=stated.title,
        note=stated.note,
        currency=stated.currency,
        countries=stated.countries,
        countries_complete=stated.countries_complete is None or stated.countries_complete.value,
        country_mode=stated.country_mode.value if stated.country_mode else "fixed",
        country_reason=Reason(source=stated.source, decisions=tuple(decisions)),
        reason=Reason(source=stated.source),
        location=method.at("method_code", key=True),
        pay_in=pay_in,
        payout=payout,
        deprecated=deprecation(stated.deprecated, Reason(source=stated.source)),
    )


def _offer(setting: Setting, samples: Source[Samples] | None) -> Offer | None:
    stated, span = setting.offer, setting.own_location(key=True)
    request = None
    if stated.availability == "supported":
        request = _request(setting, samples)
        if request is None:
            return None
    elif stated.fields or stated.conditions or stated.containers or stated.request or stated.variants:
        message = f"the method does not offer {setting.direction}, so it cannot say anything of its request"
        setting.collector.report("fields-without-offer", span, message, "make it supported, or remove the rest")
    return Offer(
        availability=stated.availability,
        request=request,
        variants=stated.variants,
        reason=setting.own_reason,
        location=span,
    )


def _request(setting: Setting, samples: Source[Samples] | None) -> Request | None:
    if not _has_table(setting):
        return None
    before = len(setting.collector.found)
    fields = resolved_fields(setting)
    if len(setting.collector.found) > before:
        return None
    for role in NEEDED_ROLES:
        holders = [path for path, field in fields.items() if field.role == role]
        if len(holders) != 1:
            message = f"a request needs one field with the role {role!r}, but this has {len(holders)}"
            own = any(field.role or field.requirement == "absent" for field in setting.offer.fields.values())
            span = setting.own_location(key=True) if own else setting.table.at("fields", key=True)
            setting.collector.report("role-count", span, message)
    _reject_loose_method(setting, fields)
    code = setting.method.value.method_code
    return Request(
        method=code,
        direction=setting.direction,
        module=module_name(code),
        root=request_root(setting, fields),
        samples=resolved_samples(samples, setting.basis.errata, setting.method),
    )


def _has_table(setting: Setting) -> bool:
    """Return whether there is the request table that the method names, and report it if not."""
    direction, tables, own = setting.direction, setting.basis.requests, setting.offer.request
    known = [name for name, source in tables.items() if source.value.direction == direction]
    name = setting.table_name
    if name not in known and f"requests/{name}.yaml" not in setting.basis.unread:
        span = setting.own_location("request") if own else setting.own_location(key=True)
        message = f"there is no request table {name!r} for {direction}"
        setting.collector.report("unknown-request", span, message, did_you_mean(name, known))
    return name in known


def _reject_loose_method(setting: Setting, fields: dict[str, FieldNode]) -> None:
    for path, field in fields.items():
        rule = field.fixed if field.role == "method" else None
        fixed = rule is not None and rule.value == setting.method.value.method_code
        if field.role == "method" and not (fixed and field.requirement == "required" and "." not in path):
            message = f"{path!r} has the role 'method', so it must be required, at the top level, and fixed to the code"
            location = setting.stated(path)[-1].stated.at(key=True)
            setting.collector.report("loose-method", location, message, "write `fixed: method.method_code`")
