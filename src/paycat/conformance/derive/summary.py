"""What readers see of the vectors before they read the files: how many there are, and an example."""

import json
from collections import Counter
from collections.abc import Mapping

from paycat.cache import Cache
from paycat.conformance.derive.files import general_files, request_lines, value_files
from paycat.conformance.derive.model import read_head
from paycat.conformance.derive.requests import Ground
from paycat.contract.interface import Interface
from paycat.contract.model import Contract, Request

Grounds = Mapping[str, Ground]


def example_vector(request: Request, grounds: Grounds, cache: Cache) -> str:
    """Return the shortest vector that a request's fields reject, one member a line."""
    return cache.lasting(_example_vector, request_lines(request, grounds[request.direction], cache))


def vector_counts(contract: Contract, grounds: Grounds, cache: Cache) -> Mapping[str, int]:
    """Return the number of vectors by what is first in a file's path: the direction or the stage, or `values/…`."""
    count_by_subject: Counter[str] = Counter()
    for request in contract.requests():
        count_by_subject[request.direction] += cache.lasting(_count, request, grounds[request.direction], cache)
    for path, make_text in general_files(contract).items():
        count_by_subject[path.removesuffix(".jsonl")] += make_text().count("\n")
    for path, line_count in cache.lasting(_value_counts, contract.interface, cache).items():
        count_by_subject[f"values/{path.removesuffix('.jsonl').partition('/')[0]}"] += line_count
    return count_by_subject


def _example_vector(lines: str) -> str:
    lines_and_heads = ((line, read_head(line)) for line in lines.split("\n") if line)
    rejected_lines = [line for line, head in lines_and_heads if head["stage"] == "fields" and head["violations"]]
    members = json.loads(min(rejected_lines, key=len)).items()
    return "{\n" + ",\n".join(f'  "{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in members) + "\n}"


def _count(request: Request, ground: Ground, cache: Cache) -> int:
    return request_lines(request, ground, cache).count("\n")


def _value_counts(interface: Interface, cache: Cache) -> dict[str, int]:
    return {path: make_text().count("\n") for path, make_text in value_files(interface, cache).items()}
