"""The modules of the generated models: one for each method, `shared.py` and `records.py`."""

from paycat.cache import Cache
from paycat.contract.model import Contract
from paycat.models.class_generator import class_sources
from paycat.models.class_schemas import RECORDS
from paycat.models.record_schemas import record_schemas
from paycat.models.request_schemas import request_schemas


def python_modules(contract: Contract, cache: Cache) -> dict[str, str]:
    """Return the model modules by file name."""
    records = {RECORDS: record_schemas(contract)} if contract.interface.records else {}
    sources = class_sources({**request_schemas(contract), **records}, cache)
    return {f"{module}.py": source for module, source in sources.items()}
