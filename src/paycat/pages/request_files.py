"""A request type in, the files of it that integrators download out; those of packs that are off are left out."""

from dataclasses import dataclass

from paycat.catalogue.directions import Direction
from paycat.contract.model import Contract, Request


@dataclass(frozen=True, slots=True)
class File:
    """A file by its path below the folder of everything generated."""

    pack: str
    path: str
    title: str
    use: str


def request_files(contract: Contract, request: Request) -> tuple[File, ...]:
    """Return the downloads of a request type."""
    name, package = f"{request.direction}/{request.method}", contract.service.package
    files = (
        File("json-schema", f"json-schema/{name}.schema.json", "JSON Schema", "validates a payload (draft 2020-12)"),
        File(
            "requirements", f"requirements/{name}.json", "Requirements", "fields, rules and hints to build a form from"
        ),
        File(
            "openapi", f"openapi/methods/{request.method}.yaml", "OpenAPI document", "this method alone, for generators"
        ),
        File("conformance", f"conformance/vectors/{name}.jsonl", "Vectors", "payloads with their verdicts, one a line"),
        File(
            "python", f"python/src/{package}/{request.module}.py", "Python module", f"typed models, part of {package}"
        ),
    )
    return tuple(file for file in files if file.pack not in contract.service.packs_off)


def page_of(contract: Contract, direction: Direction, code: str) -> str:
    """Return the path of a method's page in a direction, below the folder of all pages; else the matrix's."""
    method = contract.method(code)
    return f"{direction}/{code}.html" if method and method.offer(direction).request else "index.html"
