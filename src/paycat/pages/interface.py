"""Operations, notifications, problems and the sandbox on the pages: example calls, a signed message, when to retry."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlencode

from paycat.catalogue.credentials import SignatureForm
from paycat.catalogue.interface import EventType, Operation, StateMachine
from paycat.catalogue.problems import Problem
from paycat.catalogue.sandbox import Course, Outcome
from paycat.conformance.derive.parameters import usual_value
from paycat.contract.interface import Parameter, Record
from paycat.contract.machines import all_machines
from paycat.contract.model import Contract, Sample
from paycat.contract.nodes import records_of
from paycat.contract.paths import reachable, steps_of
from paycat.contract.problem_form import PROBLEM, VIOLATION
from paycat.contract.samples import moved_record
from paycat.contract.uses import parameters_of
from paycat.documents.openapi_problems import problem_example
from paycat.packages.operations import notifications
from paycat.packages.operations.calls import waiting_problems
from paycat.packages.operations.sandbox import example_of, handling
from paycat.packages.python.names import argument_name
from paycat.pages.anchors import address
from paycat.pages.downloads import MadePack
from paycat.pages.navigation import AllMethods
from paycat.pages.quickstart import ADDRESS, response_record
from paycat.pages.snippets import SampleCall, another_call, sample_call
from paycat.pages.words import WORDS
from paycat.text.json_data import compact, holds_path, pretty, value_at, with_value
from paycat.text.problem_documents import made_in, slug_in

_STANDARD = "standard webhooks"
_BASE64 = "([A-Za-z0-9+/]{4}){8,}([A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?"
"""The base64 of a secret in its one spelling, as a regular expression of any language."""
_TEXT_WANTED = "a text without blanks"
_TIME = 1767323100
_ID_HERE = "\x00"
"""Where an address has the identifier of a created record, until it is split there; no address has it."""
_FAILS_AGAIN = "The same request will fail again."
_TOO_MANY = 429
_SERVER_ERROR = 500


@dataclass(frozen=True, slots=True)
class OperationExample:
    """A call of an operation: that of a sample, if it takes a body, or else a URL and headers.

    `answer` is the answer to it, or None if the catalogue has no example. `id_of` is the operation whose answer has the
    identifier that belongs between the parts of the URL.
    """

    answer: Any
    sample: Sample | None = None
    call: SampleCall | None = None
    url: tuple[str, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    id_of: Operation | None = None


def operations_by_tag(contract: Contract) -> Iterator[tuple[str, str, list[Operation]]]:
    """Yield each tag that has operations, its description, and the operations, in the order of the catalogue."""
    for tag, meaning in contract.interface.tags.items():
        operations = [operation for operation in contract.interface.operations if operation.tag == tag]
        if operations:
            yield tag, meaning, operations


def operation_example(contract: Contract, operation: Operation, all_methods: AllMethods) -> OperationExample:
    """Return an example call of an operation, with what the calls before it lead to."""
    if operation.request:
        sample, call = _example(contract, operation)
        return OperationExample(response_record(contract, call, all_methods), sample, call)
    facts = handling(contract, operation)
    page = facts["page"]
    machine = next((machine for machine in all_machines(contract.interface) if machine.name == facts["machine"]), None)
    creator = contract.interface.creating(machine.direction) if machine and machine.direction else None
    created_call = _example(contract, creator)[1] if creator else None
    record = contract.interface.answer_record(operation)
    answer = record.example if record else None
    if machine and created_call and answer is not None and facts["kind"] != "show":
        created = response_record(contract, created_call, all_methods)
        if facts["kind"] == "move":
            answer = moved_record(contract, operation, all_methods.members[machine.name], {}, created) or answer
        else:
            answer = created if facts["kind"] == "read" else answer | {page["items"]: [created]}
    id_of = None if page else creator
    parameters = parameters_of(contract, operation)
    headers = tuple((parameter.name, str(parameter.example)) for parameter in _shown(parameters, "header"))
    query_parameters = [
        parameter
        for parameter in _shown(parameters, "query")
        if not (page and argument_name(parameter) == page["cursor"])
    ]
    query = urlencode([(parameter.name, _value(parameter, created_call)) for parameter in query_parameters])
    path = operation.path
    for parameter in parameters_of(contract, operation, "path"):
        is_from_creator = id_of and argument_name(parameter) == facts["argument"]
        text = _ID_HERE if is_from_creator else quote(str(usual_value(parameter)), safe="")
        path = path.replace("{" + parameter.name + "}", text)
    url = contract.service.base_url + path + (f"?{query}" if query else "")
    return OperationExample(answer, url=tuple(url.split(_ID_HERE)), headers=headers, id_of=id_of)


def _example(contract: Contract, operation: Operation) -> tuple[Sample, SampleCall]:
    """Return the sample with the reference of the record's example, or else the first one of all, and its call."""
    requests = list(contract.requests(operation.request))
    record = contract.interface.answer_record(operation)
    example = record.example if record else None
    matches = (
        (request, sample)
        for request in requests
        if isinstance(example, dict) and (field := request.by_role("reference")) and example.get(field.name) is not None
        for sample in request.samples
        if not sample.violations and sample.at(field.path) == example[field.name]
    )
    request, sample = next(matches, (requests[0], requests[0].sample("minimal")))
    return sample, another_call(sample_call(contract, request, sample.name), 8)


def _value(parameter: Parameter, call: SampleCall | None) -> Any:
    """Return what a parameter that repeats a field has in the request that was sent, or else its example."""
    path = steps_of(parameter.value.echo) if call and parameter.value.echo else None
    return value_at(call.payload, path) if call and path and holds_path(call.payload, path) else parameter.example


def _shown(parameters: list[Parameter], location: str) -> list[Parameter]:
    return [
        parameter for parameter in parameters if parameter.location_in == location and parameter.example is not None
    ]


def record_uses(contract: Contract, record_name: str) -> Iterator[tuple[str, str]]:
    """Yield the title of each operation or notification that carries a record, and the link to its description."""
    interface = contract.interface
    for operation in interface.operations:
        if operation.success.record == record_name:
            yield operation.summary, address("operation", operation.id)
    for notification in interface.notifications:
        if notification.record == record_name:
            yield notification.summary, address("notification", notification.name)
    if interface.problem_record == record_name:
        yield "Every problem", "problems.html"


def reached_records(contract: Contract, record_names: Iterable[str]) -> list[Record]:
    """Return records and those inside them, each once, before those that are inside it alone."""
    record_of = contract.interface.record
    return [record_of(name) for name in reachable(record_names, lambda name: records_of(record_of(name).body))]


def is_retryable(contract: Contract, problem: Problem) -> bool:
    """Return whether the same request may succeed later."""
    return problem in waiting_problems(contract) or problem.status == _TOO_MANY or problem.status >= _SERVER_ERROR


def retry_advice(contract: Contract, problem: Problem) -> str:
    """Return what to do about a problem, as Markdown."""
    if not is_retryable(contract, problem):
        return f"{_FAILS_AGAIN} {_correction(contract, problem)}"
    is_timed = problem in waiting_problems(contract)
    wait_advice = "Wait as many seconds as `Retry-After` says" if is_timed else "Wait, longer each time"
    key_header, _ = contract.interface.repetition_headers
    is_taken = any(
        contract.interface.repetition_key in operation.parameters for operation in contract.interface.operations
    )
    key_advice = f" If the operation takes `{key_header}`, send the same value." if is_taken else ""
    return f"{wait_advice}, then send the same request again.{key_advice}"


def problems_by_advice(
    contract: Contract, operations: Collection[Operation]
) -> list[tuple[str, list[tuple[Problem, str]]]]:
    """Return the problems of operations, and those of no operation, which any path may return, by what to do.

    With each is what to do about it alone; together they say what `retry_advice` says.
    """
    pairs_by_advice: dict[str, list[tuple[Problem, str]]] = {}
    other_slugs = {
        slug
        for operation in contract.interface.operations
        if operation not in operations
        for slug in operation.problems
    }
    own_slugs = {slug for operation in operations for slug in operation.problems}
    for problem in contract.interface.problems:
        if problem.slug in other_slugs - own_slugs:
            continue
        is_retried = is_retryable(contract, problem)
        advice, addition = (
            (retry_advice(contract, problem), "") if is_retried else (_FAILS_AGAIN, _correction(contract, problem))
        )
        pairs_by_advice.setdefault(advice, []).append((problem, addition))
    return list(pairs_by_advice.items())


def _correction(contract: Contract, problem: Problem) -> str:
    place = error_places(contract)["violations"]
    if problem.cause == "invalid_fields" and place:
        return f"Correct the fields that `{place}` lists."
    return str(WORDS["advice"].get(problem.cause, "Correct the request first."))


def error_places(contract: Contract) -> dict[str, str]:
    """Return where errors say something, as a dotted path, by the words of `made`; "" for what they do not say."""
    return dict.fromkeys((*PROBLEM, *VIOLATION), "") | contract.interface.error_places


def problem_text(contract: Contract, problem: Problem) -> str:
    """Return the example of the problem record if it is of this problem, or else a document of its own, as JSON."""
    interface = contract.interface
    example = interface.record(interface.problem_record).example
    is_of_problem = slug_in(made_in(interface.problem_form, example), interface.problem_base) == problem.slug
    return pretty(example if is_of_problem else problem_example(contract, problem))


@dataclass(frozen=True, slots=True)
class SignedMessage:
    """A notification with a correct signature, made with a secret for tests, and what a receiver must know.

    The `pattern` has names in braces in place of what is signed, and escapes line feeds.
    """

    secret: str
    secret_form: str
    secret_rule: str
    form: SignatureForm
    is_standard: bool
    seconds: int
    headers: str
    signed_text: str
    pattern: str
    body: str
    secret_prefix: str = notifications.SECRET_PREFIX

    def header(self, word: str) -> str:
        """Return the name of the header for what it holds in lower case; "" without one."""
        return self.form.headers.get(word, "").lower()


def signed_message(contract: Contract, name: str | None = None) -> SignedMessage | None:
    """Return the example of a notification, by default the first, signed; None if it cannot be.

    It is signed in a form that is stated, or if the scheme is Standard Webhooks.
    """
    interface = contract.interface
    notification = next((candidate for candidate in interface.notifications if name in (None, candidate.name)), None)
    signing = interface.signing
    if signing is None or notification is None or not (signing.parts or _STANDARD in signing.scheme.lower()):
        return None
    form = notifications.signature_form(contract)
    id = example_of(contract, notification, "id", "nonce") or "msg_test_1"
    time = example_of(contract, notification, "created", "timestamp") or str(_TIME * form.units)
    seconds = int(time) // form.units if time.isdecimal() else int(datetime.fromisoformat(time).timestamp())
    body = compact(interface.record(notification.record).example)
    headers, signed_text = notifications.signed(contract, id, seconds, body)
    is_standard = notifications.is_standard(contract)
    wanted = f"{notifications.SECRET_PREFIX} and the base64 of 24 bytes or more" if is_standard else _TEXT_WANTED
    names = (f"{{{form.headers.get(part, part)}}}" for part in form.parts)
    return SignedMessage(
        secret=notifications.example_secret(contract),
        secret_form=notifications.SECRET_PREFIX + _BASE64 if is_standard else r"[^\x00-\x20\x7f]+",
        secret_rule=f"pass at least one secret, each {wanted}",
        form=form,
        is_standard=is_standard,
        seconds=seconds,
        headers="\n".join(f"{header_name}: {value}" for header_name, value in headers.items()),
        signed_text=signed_text,
        pattern=form.joined_by.replace("\n", r"\n").join(names),
        body=body,
    )


def notification_headers(contract: Contract) -> list[Parameter]:
    """Return the headers of notifications, each once."""
    keys = dict.fromkeys(key for notification in contract.interface.notifications for key in notification.headers)
    return [contract.interface.parameter(key) for key in keys]


def response_headers(contract: Contract, operation: Operation) -> list[str]:
    """Return the names of the headers that the responses of an operation have, each once."""
    problems = (problem for problem in contract.interface.problems if problem.slug in operation.problems)
    keys = dict.fromkeys([*operation.success.headers, *(key for problem in problems for key in problem.headers)])
    return [contract.interface.response_header(key).name for key in keys]


def has_receiver(packs: Iterable[MadePack], package: str) -> bool:
    """Return whether one of the packs writes the module of a package that receives notifications."""
    return any(file.path.endswith(f"/{package}/webhooks.py") for pack in packs for file in pack.files)


def happenings(
    contract: Contract, scenario: Course | Outcome
) -> Iterator[tuple[StateMachine, tuple[str, ...], list[EventType]]]:
    """Yield each state machine that a course or an outcome is for, the states of a transaction, and their events."""
    if scenario.moves is None:
        return
    event_by_state = {(event.state_machine, event.state): event for event in contract.interface.event_types}
    for machine in contract.interface.state_machines:
        if scenario.state_machine == machine.name or (scenario.state_machine is None and machine.direction):
            states = (machine.initial, *scenario.moves)
            announced_states = states if machine.follows else scenario.moves
            sent_events = (event_by_state.get((machine.name, state)) for state in announced_states)
            yield machine, states, [event for event in sent_events if event]


def lost_call(contract: Contract) -> SampleCall | None:
    """Return a call with a key whose reference names an outcome that loses its response; None without one."""
    losing_outcomes = (
        outcome for outcome in contract.interface.sandbox.outcomes if outcome.answer_lost and outcome.value is None
    )
    for outcome in losing_outcomes:
        machines = [
            machine for machine in contract.interface.state_machines if outcome.state_machine in (None, machine.name)
        ]
        for request in contract.requests():
            field = request.by_role("reference")
            creator = contract.interface.creating(request.direction)
            is_repeatable = creator and contract.interface.repetition_key in creator.parameters
            if field and is_repeatable and request.direction in {machine.direction for machine in machines}:
                call = sample_call(contract, request, "minimal", ADDRESS)
                return replace(call, payload=with_value(call.payload, steps_of(field.path), outcome.reference))
    return None


def role_fields(contract: Contract, role: str) -> list[str]:
    """Return the paths of the fields with a role, each once; those with the role `reference` name an outcome."""
    fields = (request.by_role(role) for request in contract.requests())
    return list(dict.fromkeys(field.path for field in fields if field))


def unique_fields(contract: Contract) -> list[str]:
    """Return the paths of the references of which no two requests may have the same, each once."""
    directed_fields = ((request.direction, field) for request in contract.requests() for field in request.root.fields())
    unique_paths = (field.path for direction, field in directed_fields if contract.interface.repeated(direction, field))
    return list(dict.fromkeys(unique_paths))


def machine_title(contract: Contract, machine: StateMachine) -> str:
    """Return what a record of a state machine is called: the title of its direction, or the machine's name in words."""
    words = machine.name.replace("_", " ").capitalize()
    return contract.direction(machine.direction).title if machine.direction else words


def open_end(contract: Contract, machine: StateMachine) -> tuple[str, list[str]] | None:
    """Return the state in which a transaction of the sandbox remains, and the states that it may enter from there.

    None if that state is final, or if the sandbox has no course for the state machine.
    """
    course = contract.interface.sandbox.course(machine.name)
    if course is None or not course.moves or machine.by_name[course.moves[-1]].final:
        return None
    last_state = course.moves[-1]
    return last_state, [transition.end for transition in machine.transitions if transition.start == last_state]
