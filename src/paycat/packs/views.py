"""The views that templates use, by name, and the part of the contract that each file is made of."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, TypeVar

from paycat.cache import Cache
from paycat.catalogue.values import DIRECTIONS, Direction
from paycat.conformance.derive.files import general_files, request_lines, value_files
from paycat.conformance.derive.model import read_head
from paycat.conformance.derive.requests import Ground
from paycat.contract import naming, uses
from paycat.contract.dispatch import method_place
from paycat.contract.interface import Interface
from paycat.contract.members import made_by
from paycat.contract.model import Contract, Method, Part, Request, declared_limitations
from paycat.contract.nodes import nodes_of
from paycat.contract.sending import collection_of
from paycat.documents.json_schema import cases_of, request_schema
from paycat.documents.marks import part_text, sentence, values_text
from paycat.documents.typescript import may_hold_bigint, typescript_declaration, typescript_texts, typescript_union
from paycat.languages import markdown
from paycat.languages.source import Source, UnsuitableValueError
from paycat.packs.builders import BUILDERS, Item
from paycat.packs.guides import guide
from paycat.packs.manifest import Each, Methods, PackFile
from paycat.pages import (
    anchors,
    colours,
    downloads,
    fields,
    interface,
    lives,
    mistakes,
    navigation,
    quickstart,
    registers,
    snippets,
    texts,
    words,
)
from paycat.pages.navigation import AllMethods, all_methods
from paycat.pages.rules import rules_data, service_data
from paycat.pages.typescript_client import (
    client_methods,
    client_service,
    creating_method,
    event_records,
    notification_types,
    record_definitions,
    waiting_method,
)
from paycat.python import docstrings, operations, rules
from paycat.python.notifications import example_notifications
from paycat.text.counting import counted, duration, plural
from paycat.text.json_data import compact, pretty, values_in

T = TypeVar("T")


def directions(contract: Contract) -> list[Direction]:
    """Return the directions that any method supports, pay-ins first."""
    return [direction for direction in DIRECTIONS if any(contract.requests(direction))]


def modules(contract: Contract) -> list[str]:
    """Return the modules of the methods that have a request, by name."""
    return sorted({request.module for request in contract.requests()})


def method_texts(contract: Contract) -> list[str]:
    """Return what names the method in any direction, each within a sentence."""
    texts = (method_place(contract, direction).text for direction in directions(contract))
    return list(dict.fromkeys(filter(None, texts)))


def rich_request(contract: Contract) -> Request:
    """Return a request with many rules: the first whose condition has the most alternatives."""

    def choices(request: Request) -> int:
        return max((len(one.any_of) for group in request.root.groups() for one in group.conditions), default=0)

    return max(_some(contract.requests()), key=choices)


def example_vector(request: Request, all_methods: AllMethods, cache: Cache) -> str:
    """Return the shortest vector that a request's fields reject, one member a line."""
    return cache.lasting(_example_vector, request_lines(request, all_methods.grounds[request.direction], cache))


def vector_counts(contract: Contract, all_methods: AllMethods, cache: Cache) -> Mapping[str, int]:
    """Return the number of vectors by what is first in a file's path: the direction or the stage, or `values/…`."""
    counts: Counter[str] = Counter()
    for request in contract.requests():
        counts[request.direction] += cache.lasting(_count, request, all_methods.grounds[request.direction], cache)
    for path, make in general_files(contract).items():
        counts[path.removesuffix(".jsonl")] += make().count("\n")
    for path, number in cache.lasting(_value_counts, contract.interface, cache).items():
        counts[f"values/{path.removesuffix('.jsonl').partition('/')[0]}"] += number
    return counts


def own_keywords(contract: Contract, cache: Cache) -> list[str]:
    """Return the keywords of our own in the JSON Schemas, which a strict validator must know."""
    return sorted({name for request in contract.requests() for name in cache.of(_keywords_of, request)})


def part_markdown(part: Part) -> Source:
    """Return `part_text` as Markdown."""
    called = str(markdown.text(part.title)) if part.title else part.title
    return markdown.source(part_text(part.model_copy(update={"title": called})))


def grouped(number: int) -> str:
    """Return a number with a comma between each three digits."""
    return f"{number:,}"


def methods_of(file: PackFile) -> Methods:
    """Return the methods that a file's contract has: as the manifest states, or as the document builder needs."""
    return BUILDERS[file.document].methods if file.document else file.methods


@dataclass(frozen=True)  # Without slots, which a cached property does not work with.
class Narrowing:
    """A whole contract, of which the items of files have parts."""

    contract: Contract
    cache: Cache

    def items(self, file: PackFile) -> Iterator[Item]:
        """Return the items that a file is made for: the contract, or each direction, method or request."""
        items = self._selected(file.each)
        return items if methods_of(file) == "all" else map(self._narrowed, items)

    def inputs(self, file: PackFile, item: Item) -> tuple[object, ...]:
        """Return all that a file is made of, beside its template or builder; nothing if that is the whole contract."""
        if methods_of(file) == "all":
            return BUILDERS[file.document].inputs(item) if file.document else ()
        return self._without_methods, self._all_methods, item.direction or "", *filter(None, [item.method])

    @cached_property
    def _without_methods(self) -> Contract:
        """The contract without methods and what comes from them."""
        return self.contract.model_copy(update={"digest": "", "methods": (), "limitations": ()})

    @cached_property
    def _all_methods(self) -> AllMethods:
        return self.cache.of(all_methods, self.contract)

    def _narrowed(self, item: Item) -> Item:
        if item.method is None:
            return replace(item, contract=self._without_methods)
        return replace(item, contract=self.cache.of(_with_method, self._without_methods, item.method))

    def _selected(self, each: Each) -> Iterator[Item]:
        whole = Item(self.contract, self.cache, self._all_methods)
        match each:
            case "service":
                yield whole
            case "direction":
                yield from (replace(whole, direction=direction) for direction in directions(self.contract))
            case "method":
                yield from (replace(whole, method=method) for method in self.contract.methods)
            case "request":
                for request in self.contract.requests():
                    method = self.contract.method(request.method)
                    yield replace(whole, direction=request.direction, method=method, request=request)


def views(cache: Cache) -> Mapping[str, Callable[..., Any]]:
    """Return the selections by the name that templates call them; some of them use the cache."""
    return {**_PLAIN, **{view.__name__: partial(view, cache=cache) for view in _WITH_CACHE}}


def _some(found: Iterable[T]) -> list[T]:
    if some := list(found):
        return some
    raise UnsuitableValueError("the contract has no request")


def _example_vector(lines: str) -> str:
    heads = ((line, read_head(line)) for line in lines.split("\n") if line)
    rejected = [line for line, head in heads if head["stage"] == "fields" and head["violations"]]
    members = json.loads(min(rejected, key=len)).items()
    return "{\n" + ",\n".join(f'  "{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in members) + "\n}"


def _count(request: Request, ground: Ground, cache: Cache) -> int:
    return request_lines(request, ground, cache).count("\n")


def _value_counts(interface: Interface, cache: Cache) -> dict[str, int]:
    return {path: make().count("\n") for path, make in value_files(interface, cache).items()}


def _keywords_of(request: Request) -> frozenset[str]:
    schema = {name: value for name, value in request_schema(request).items() if name != "examples"}
    names = (name for one in values_in(schema) if isinstance(one, dict) for name in one)
    return frozenset(name for name in names if name.startswith("x-"))


def _with_method(contract: Contract, method: Method) -> Contract:
    alone = contract.model_copy(update={"methods": (method,)})
    return alone.model_copy(update={"limitations": declared_limitations(alone.requests())})


_WITH_CACHE: tuple[Callable[..., Any], ...] = (
    *(example_vector, vector_counts, own_keywords, mistakes.mistakes, mistakes.common_mistakes, quickstart.quickstart),
)
_VIEWS: tuple[Callable[..., Any], ...] = (
    *(
        client_methods,
        client_service,
        creating_method,
        event_records,
        example_notifications,
        notification_types,
        record_definitions,
        waiting_method,
    ),
    *(cases_of, collection_of, compact, directions, grouped, method_place, method_texts, modules),
    *(made_by, nodes_of, part_markdown, part_text, plural, pretty, values_text),
    *(rules_data, service_data, may_hold_bigint, typescript_declaration, typescript_texts, typescript_union),
    *(rich_request, sentence, docstrings.method_docstring, docstrings.pages_docstring, docstrings.waiting_docstring),
    *(naming.decimal_types, naming.number_types, naming.text_types, naming.type_class, operations.argument_name),
    *(operations.awaited_operations, operations.awaited_state, operations.id_attribute, operations.machine_constant),
    *(operations.method_name, operations.model_name, operations.model_union, operations.notices),
    *(operations.operation_constant, operations.state_attribute),
    *(operations.paged_operations, operations.paging, operations.parameter_bounds, operations.parameter_constant),
    *(operations.is_addressed, uses.parameters_of, operations.path_prefix, operations.problem_class),
    *(operations.problem_lengths, operations.reading_path, operations.request_type),
    *(operations.used_parameters, operations.value_type, operations.waiting_function, operations.waiting_problems),
    *(rules.error_codes, rules.number_functions, rules.number_rules, rules.open_choices),
    *(rules.runtime_kinds, rules.split_rules),
    *(rules.state_types, rules.used_rules),
    *(anchors.address, anchors.anchor, anchors.field_anchor, anchors.member_anchor, colours.coloured),
    *(
        counted,
        duration,
        guide,
        downloads.download_label,
        downloads.downloads,
        downloads.is_package,
        downloads.method_downloads,
    ),
    *(
        downloads.entry_files,
        downloads.method_files,
        downloads.npm_archive_name,
        downloads.pack_use,
        downloads.request_files,
    ),
    *(downloads.wheel_name, downloads.whole_files, fields.conditions),
    *(
        fields.exact_limit,
        fields.is_fixed,
        fields.level,
        fields.level_note,
        fields.conditions_on,
        fields.inside_of,
        fields.listed_items,
        fields.member_path,
        fields.outline,
    ),
    *(
        fields.reason_of,
        fields.rule_codes,
        fields.rules_text,
        fields.pattern_of,
        fields.samples_with,
        fields.samples_without,
        fields.sensitive_words,
    ),
    *(fields.sensitivity, fields.shown_name, fields.type_name, fields.unexplained, interface.happenings),
    *(interface.has_receiver, interface.is_retryable, interface.lost_call, interface.notification_headers),
    interface.open_end,
    *(
        interface.operation_example,
        interface.operations_by_tag,
        interface.problem_text,
        interface.problems_by_advice,
        interface.reached_records,
        interface.record_uses,
    ),
    *(interface.response_headers, interface.retry_advice, interface.role_fields, interface.signed_message),
    interface.unique_fields,
    lives.lives,
    *(navigation.decision, navigation.filtered_countries, navigation.filters),
    *(
        navigation.is_example_address,
        navigation.is_packaged,
        navigation.method_lists,
        navigation.page_groups,
        navigation.page_of,
        navigation.pages,
    ),
    *(
        navigation.sections,
        quickstart.reading_of,
        quickstart.response_record,
        registers.decision_uses,
        registers.deprecated_names,
    ),
    *(registers.erratum_samples, registers.is_described, registers.released, snippets.key_variable),
    *(
        snippets.another_call,
        snippets.other_offers,
        snippets.request_call,
        snippets.sample_call,
        snippets.snippets,
        texts.phrase,
        texts.plain,
        texts.restated,
    ),
    *(
        texts.prose,
        words.availability_title,
        words.country_name,
        words.direction_task,
        words.direction_title,
        words.limit_words,
    ),
    *(words.parameter_words, words.type_words),
)
_PLAIN: Mapping[str, Callable[..., Any]] = {view.__name__: view for view in _VIEWS}
