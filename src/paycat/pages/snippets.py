"""How a sample is sent: the same call in several languages, each ready to paste."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from shlex import quote
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from paycat.catalogue.interface import Operation, StateMachine
from paycat.catalogue.values import DIRECTIONS, Direction
from paycat.conformance.derive.parameters import of_method, usual_value
from paycat.contract.members import made_by
from paycat.contract.model import Contract, Method, Offer, Request
from paycat.contract.naming import attribute_of
from paycat.contract.nodes import FieldNode, Group
from paycat.contract.paths import steps_of
from paycat.contract.sending import path_for
from paycat.contract.uses import parameters_of
from paycat.languages.data import js
from paycat.languages.javascript import member as member_name
from paycat.languages.python import literal
from paycat.languages.python import value as value_of
from paycat.languages.source import UnsuitableValueError
from paycat.packages.python.class_schemas import SHARED
from paycat.packages.python.names import argument_name, method_name
from paycat.packages.typescript.client import ClientMethod, client_methods
from paycat.pages.navigation import TYPESCRIPT, is_packaged
from paycat.text.json_data import holds_path, json_line, pretty, value_at, with_value

_JSON = ("Content-Type", "application/json")
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_STEP = "    "


@dataclass(frozen=True, slots=True)
class Call:
    """The operation that takes a request type, on a server, and the state machine of what it creates.

    `path` is that of the operation for requests of a method, and `target` the path with the query; `headers` are those
    that requests must have. `idempotency_header` makes the operation safe to repeat; "" if the operation takes none.
    """

    contract: Contract
    operation: Operation
    path: str
    target: str
    headers: tuple[tuple[str, str], ...]
    base_url: str
    idempotency_header: str
    state_machine: StateMachine | None

    @property
    def url(self) -> str:
        """The URL of the operation."""
        return self.base_url + self.target

    @property
    def headers_by_name(self) -> dict[str, str]:
        """The headers that requests must have, beside the key."""
        return dict(self.headers)


@dataclass(frozen=True, slots=True)
class SampleCall(Call):
    """A call that sends a payload."""

    request: Request
    payload: Any

    @property
    def idempotency_key(self) -> str:
        """The same key for the same payload."""
        url = self.contract.service.base_url + self.path
        return str(uuid5(NAMESPACE_URL, url + json_line(self.payload)))

    @property
    def shown(self) -> tuple[str, ...]:
        """The members of the record that are printed of the answer."""
        record = self.contract.interface.record(self.operation.success.record)
        state = (self.state_machine.member,) if self.state_machine else ()
        return tuple(filter(None, (made_by(record, "id"), *state)))


def rich_request(contract: Contract) -> Request:
    """Return a request with many rules: the first whose condition has the most alternatives.

    Raises UnsuitableValueError if the contract has no request.
    """

    def choices(request: Request) -> int:
        return max(
            (len(condition.any_of) for group in request.root.groups() for condition in group.conditions), default=0
        )

    if requests := list(contract.requests()):
        return max(requests, key=choices)
    raise UnsuitableValueError("the contract has no request")


def request_call(contract: Contract, direction: Direction, method: str | None = None) -> Call:
    """Return the operation that creates the transactions of a direction, for the requests of a method."""
    interface, operation = contract.interface, contract.interface.creating(direction)
    assert operation is not None, "a direction with requests has an operation that takes them"
    key = interface.parameter(interface.idempotency.parameter)
    header = key.name if key.key in operation.parameters else ""
    machine = next((machine for machine in interface.state_machines if machine.direction == direction), None)
    path, sent = path_for(interface, operation, method), of_method(interface, operation, method)
    headers = tuple((name, text) for name, text in sent.headers if name != key.name)
    return Call(contract, operation, path, sent.target, headers, contract.service.base_url, header, machine)


def sample_call(contract: Contract, request: Request, sample: str, base_url: str | None = None) -> SampleCall:
    """Return the call that sends a sample, to another server than the catalogue's if `base_url` names one."""
    call, payload = request_call(contract, request.direction, request.method), request.sample(sample).payload
    members = {field.name: getattr(call, field.name) for field in fields(call)}
    called = SampleCall(**members, request=request, payload=payload)
    return called if base_url is None else replace(called, base_url=base_url)


def another_call(call: SampleCall, number: int) -> SampleCall:
    """Return a call of the same sample with another reference; without a reference that takes a number, the same.

    Somebody may run every program, so each has a number of its own: 1 to 3 on the pages of methods, 5 to 7 on the first
    page, 8 on the page of operations, 9 and 10 in the READMEs of the packages, 11 to 13 in the quickstart, 14 and 15 in
    the README of a release, and 16 to 18 on the page of the sandbox.
    """
    field = call.request.by_role("reference")
    if field is None:
        return call
    path = steps_of(field.path)
    sent = value_at(call.payload, path) if holds_path(call.payload, path) else None
    if not isinstance(sent, str) or not field.accepts(f"{sent}-{number}"):
        return call
    return replace(call, payload=with_value(call.payload, path, f"{sent}-{number}"))


def other_offers(request: Request, method: Method) -> list[tuple[Direction, Offer]]:
    """Return what a method offers in the other directions."""
    return [(direction, method.offer(direction)) for direction in DIRECTIONS if direction != request.direction]


def key_variable(contract: Contract) -> str:
    """Return the environment variable from which snippets take the secret key."""
    return f"{contract.service.package.upper()}_KEY"


def curl(call: SampleCall) -> str:
    """Return the command, with the body as it is sent."""
    key = [(call.idempotency_header, call.idempotency_key)] if call.idempotency_header else []
    headers = [*key, *call.headers]
    return command(call.operation.http_method, quote(call.url), key_variable(call.contract), headers, call.payload)


def command(method: str, url: str, key: str, headers: Iterable[tuple[str, str]] = (), body: Any = None) -> str:
    """Return the command for any operation; `url` is a word of a shell, `key` the variable of the secret."""
    sent = [*([_JSON] if body is not None else []), *headers]
    lines = [
        f"curl --request {method} {url}",
        f'--header "Authorization: Bearer ${key}"',
        *(f"--header {quote(f'{name}: {value}')}" for name, value in sent),
        *([f"--data-raw {quote(pretty(body))}"] if body is not None else []),
    ]
    return " \\\n  ".join(lines)


def typescript(call: SampleCall) -> str:
    """Return a module that sends the sample and prints what identifies the record; node runs it as it is."""
    method = next(method for method in client_methods(call.contract) if method.operation.id == call.operation.id)
    members = (f"record.{name}" if _NAME.fullmatch(name) else f"record[{js(name)}]" for name in call.shown)
    return "\n".join(
        (
            f"import {{ Client }} from {js(f'{call.contract.service.npm}/client')};",
            "",
            f"// The key is in the variable {key_variable(call.contract)} of the environment.",
            f"const client = new Client({{ baseUrl: {js(call.base_url)} }});",
            f"const record = await client.{method.name}({', '.join(_typescript_arguments(call, method))});",
            f"console.log({', '.join(members) or 'record'});",
        )
    )


def _typescript_arguments(call: SampleCall, method: ClientMethod) -> Iterator[str]:
    if method.method:
        yield js(call.request.method)
    yield from (js(usual_value(argument.parameter)) for argument in method.path)
    yield _typescript_value(call.payload)
    if method.needs_options:
        options = (
            f"{option.name}: {js(usual_value(option.parameter))}" for option in method.options if option.is_required
        )
        yield f"{{ {', '.join(options)} }}"


def _typescript_value(value: Any) -> str:
    """Return data as an expression with a member on each line."""
    if isinstance(value, Mapping) and value:
        # A literal sets the prototype by this name, unless the name is computed.
        names = (f"[{js(name)}]" if name == "__proto__" else member_name(name) for name in value)
        lines = (f"{name}: {_typescript_value(member)}," for name, member in zip(names, value.values(), strict=True))
        inner = "".join(f"\n{line}" for line in lines)
    elif isinstance(value, list) and value:
        inner = "".join(f"\n{_typescript_value(item)}," for item in value)
    else:
        return js(value)
    inner = inner.replace("\n", "\n  ")
    return f"{{{inner}\n}}" if isinstance(value, Mapping) else f"[{inner}\n]"


def python(call: SampleCall) -> str:
    """Return a program that sends the sample, and prints what identifies the record."""
    model = _model(call.request.root, call.payload)
    record = call.contract.interface.record(call.operation.success.record)
    attributes = (attribute_of(member) for name in call.shown for member in record.members if member.name == name)
    printed = ", ".join(f"record.{name}" for name in attributes)
    return "\n".join(
        (
            "import os",
            *(["from decimal import Decimal"] if "Decimal(" in model else []),
            "",
            *sorted(_imports(call)),
            "",
            f"request = {model}",
            f"credential = os.environ[{literal(key_variable(call.contract))}]",
            f"with Client(credential=credential, base_url={literal(call.base_url)}) as client:",
            f"{_STEP}record = client.{method_name(call.operation)}({', '.join(('request', *_arguments(call)))})",
            f"print({printed or 'record'})",
        )
    )


def _arguments(call: SampleCall) -> Iterator[str]:
    """Yield the arguments that a call must have beside the request; the client makes the key."""
    for parameter in parameters_of(call.contract, call.operation):
        if parameter.required and parameter.key != call.contract.interface.idempotency.parameter:
            yield f"{argument_name(parameter)}={value_of(usual_value(parameter))}"


def _imports(call: SampleCall) -> Iterator[str]:
    package = call.contract.service.package
    yield f"from {package}.client import Client"
    modules: dict[str, set[str]] = {}
    for group in _sent_groups(call.request.root, call.payload):
        modules.setdefault(SHARED if group.shared else call.request.module, set()).add(group.component)
    for module, names in modules.items():
        listed = ", ".join(sorted(names))
        line = f"from {package}.{module} import {listed}"
        lines = "".join(f"\n{_STEP}{name}," for name in sorted(names))
        yield line if len(line) <= 88 else f"from {package}.{module} import ({lines}\n)"


def _sent_groups(group: Group, sent: Mapping[str, Any]) -> Iterator[Group]:
    yield group
    if not _lists_all(group, sent):
        return
    for member in group.members:
        if member.name in sent:
            yield from _inside(member, sent[member.name])


def _inside(member: FieldNode | Group, sent: Any) -> Iterator[Group]:
    if isinstance(member, Group):
        yield from _sent_groups(member, sent)
    elif member.items:
        for item in sent:
            yield from _inside(member.items, item)


def _model(group: Group, sent: Mapping[str, Any]) -> str:
    """Return the model of an object, made from a dict if it has a member that is not listed."""
    if not _lists_all(group, sent):
        return f"{group.component}.model_validate({value_of(dict(sent))})"
    members = {member.name: member for member in group.members}
    lines = (f"{attribute_of(members[name])}={_value(members[name], value)}," for name, value in sent.items())
    inner = "".join(f"\n{line}" for line in lines).replace("\n", f"\n{_STEP}")
    return f"{group.component}({inner}\n)"


def _value(member: FieldNode | Group, value: Any) -> str:
    if isinstance(member, Group):
        return _model(member, value)
    if member.items:
        inner = "".join(f"\n{_value(member.items, item)}," for item in value).replace("\n", f"\n{_STEP}")
        return f"[{inner}\n]" if value else "[]"
    if member.json_type == "number" or member.shape == "decimal_text":
        return f"Decimal({literal(str(value))})"
    return value_of(value)


def _lists_all(group: Group, sent: Mapping[str, Any]) -> bool:
    return sent.keys() <= {member.name for member in group.members}


def snippets(call: SampleCall, contract: Contract, first: int = 1) -> list[tuple[str, str]]:
    """Return the language and text of a call: its JSON, and the call by curl, Python and TypeScript.

    The calls in Python and TypeScript use the generated packages; without its package a language is left out. `first`
    is the number of the first call, as `another_call` takes it; that of the sample itself is 1.
    """
    sent = call if first == 1 else another_call(call, first)
    return [
        ("JSON", pretty(sent.payload)),
        ("curl", curl(sent)),
        *([("Python", python(another_call(call, first + 1)))] if is_packaged(contract) else []),
        *([("TypeScript", typescript(another_call(call, first + 2)))] if is_packaged(contract, TYPESCRIPT) else []),
    ]
