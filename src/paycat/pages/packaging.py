"""A contract in, whether the Python package is made of it, which pages show programs for, out."""

from paycat.contract.model import Contract

_PACK = "python"


def is_packaged(contract: Contract) -> bool:
    """Tell whether the pack of the Python package is switched on."""
    return _PACK not in contract.service.packs_off
