"""Whole requests and answers under openapi-core, a library that reads OpenAPI: server, path, parameters, bodies."""

from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from paycat.catalogue.interface import Operation
from paycat.conformance.engine import MissingEngineError
from paycat.conformance.engines.documents import broken_document, read_document
from paycat.conformance.engines.problem import creating
from paycat.conformance.engines.values import operations_with, parameter_request
from paycat.conformance.normal_form import SchemaEngine, SchemaError, python_error
from paycat.contract.limitations import OPENAPI
from paycat.contract.model import Contract
from paycat.contract.sent_texts import read_text
from paycat.encoding import json_line
from paycat.matching.json_schema import keeping
from paycat.vectors.model import ValueVector, Vector

_PLACES = 10_000
"""How many resolved references the library keeps."""
_HEADERS = {"Authorization": "Bearer conformance", "Content-Type": "application/json"}


class OpenApiCoreEngine(SchemaEngine):
    """Validates requests by what the OpenAPI document says of servers, paths, security, media types and bodies.

    The library finds the operation and follows the discriminator by itself.
    """

    name = "openapi-core"
    artefact = OPENAPI
    stages = ("fields", "record", "parameter", "header")

    def __init__(self, contract: Contract, generated: Path) -> None:
        try:
            from jsonschema_path import SchemaPath  # noqa: PLC0415 - of an extra, that this engine alone needs
            from openapi_core import OpenAPI  # noqa: PLC0415 - as above
            from openapi_core.testing import MockRequest, MockResponse  # noqa: PLC0415 - as above
        except ImportError as error:
            remedy = "pip install 'paycat[openapi-core]'"
            raise MissingEngineError(self.name, "openapi-core is not installed", remedy) from error
        document = read_document(generated)
        try:
            self._openapi = OpenAPI(SchemaPath.from_dict(document, resolved_cache_maxsize=_PLACES), _settings())
        except Exception as error:
            why = str(error).partition("\n")[0]
            raise broken_document(generated, f"is not OpenAPI: {why}") from error
        self._contract = contract
        self._request, self._response = MockRequest, MockResponse

    def covers(self, vector: Vector | ValueVector) -> bool:
        """Tell whether an operation has what a vector is about."""
        if isinstance(vector, Vector):
            return super().covers(vector)
        if vector.rule.endswith(":pattern") and "/newline" in vector.id:
            return False  # Python's `$` matches before it.
        return any(self._operations(vector)) and all(self._is_read_alike(vector, text) for text in vector.texts or ())

    def accepts(self, vector: ValueVector) -> bool:
        """Tell whether every operation that has what a vector is about accepts it. Raises ValueError if they differ."""
        verdicts = {self._accepts(operation, vector) for operation in self._operations(vector)}
        if len(verdicts) != 1:
            raise ValueError("operations differ")
        return verdicts.pop()

    def _operations(self, vector: ValueVector) -> list[Operation]:
        if vector.stage == "parameter":
            return operations_with(self._contract, vector)
        every = self._contract.interface.operations
        if vector.stage == "header":
            return [one for one in every if vector.name in one.success.headers]
        return [one for one in every if vector.name == one.success.record]

    def _is_read_alike(self, vector: ValueVector, text: str) -> bool:
        """Tell whether Python, in which the library reads texts, reads a text as the contract does.

        Python accepts more spellings of whole numbers and of true.
        """
        interface = self._contract.interface
        stated = interface.parameter if vector.stage == "parameter" else interface.response_header
        match json_type := stated(vector.name).value.json_type:
            case "string":
                return True
            case "boolean":
                return text == text.lower() and not text.isdecimal()
        with suppress(ValueError):
            return bool(int(text) == read_text(json_type, text))
        return True

    def _accepts(self, operation: Operation, vector: ValueVector) -> bool:
        sent = parameter_request(self._contract, operation, vector)
        path, _, query = sent.target.partition("?")
        headers, arguments = {**_HEADERS, **dict(sent.headers)}, parse_qs(query, keep_blank_values=True)
        request = self._request_to(operation, unquote(path), headers, sent.body, args=arguments)
        if vector.stage == "parameter":
            return not any(self._openapi.iter_request_errors(request))
        interface = self._contract.interface
        record, answered = interface.record(operation.success.record).example, {}
        if vector.texts is None:
            record = vector.payload
        else:
            answered = {interface.response_header(vector.name).name: vector.texts[0]}
        response = self._response(json_line(record).encode(), operation.success.status, answered)
        return not any(self._openapi.iter_response_errors(request, response))

    def _request_to(self, operation: Operation, path: str, headers: dict[str, str], body: bytes, **more: Any) -> Any:
        server = self._contract.service.base_url
        return self._request(
            host_url=server,
            path=urlsplit(server).path.rstrip("/") + path,
            method=operation.http_method,
            headers=headers,
            content_type=headers["Content-Type"],
            data=body,
            **more,
        )

    def errors(self, vector: Vector) -> Iterator[SchemaError]:
        """Return the errors in the body. Raises ValueError when the document rejects something else."""
        operation = creating(self._contract, vector.direction)
        headers = {**_HEADERS, **vector.headers}
        request = self._request_to(operation, operation.path, headers, vector.body())
        for error in self._openapi.iter_request_errors(request):
            found = getattr(error.__cause__, "schema_errors", None)
            if found is None:
                raise ValueError(f"{type(error).__name__}: {error.__cause__ or error}")
            yield from map(python_error, found)


def _settings() -> Any:
    """Return the library's settings with validators that match patterns in linear time, and are made once a schema.

    The library makes them anew for each request, which takes longer than to validate it.
    """
    from openapi_core import Config, V31RequestValidator, V31ResponseValidator  # noqa: PLC0415 - as above
    from openapi_core.casting.schemas import oas31_schema_casters_factory  # noqa: PLC0415 - as above
    from openapi_core.validation.schemas import oas31_schema_validators_factory  # noqa: PLC0415 - as above

    usual = oas31_schema_validators_factory
    validators, casters = copy(usual), copy(oas31_schema_casters_factory)
    make = validators.create
    made: dict[tuple[Any, ...], Any] = {}

    made_by = cache(keeping)

    def chosen(spec: Any, schema: Any) -> Any:
        return made_by(usual.get_validator_cls(spec, schema))

    def created(spec: Any, schema: Any, **options: Any) -> Any:
        if schema.parts not in made:
            made[schema.parts] = make(spec, schema, **options)  # The options are those of the one `Config`.
        return made[schema.parts]

    validators.get_validator_cls = chosen  # type: ignore[method-assign]  # of the copy alone
    validators.create = created  # type: ignore[assignment,method-assign]  # as above
    casters.schema_validators_factory = validators
    members = {"schema_validators_factory": validators, "schema_casters_factory": casters}
    return Config(
        request_validator_cls=type("LinearRequests", (V31RequestValidator,), members),
        response_validator_cls=type("LinearResponses", (V31ResponseValidator,), members),
    )
