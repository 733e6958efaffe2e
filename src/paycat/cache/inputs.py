"""What two inputs have in common if a function returns the same for both: themselves, or a digest."""

from collections.abc import Hashable, Iterable
from hashlib import sha256

_LONG = 4096


def is_frozen(value: object) -> bool:
    """Return whether nobody can change a value, which is of a model or a dataclass."""
    kind = type(value)
    stated = getattr(kind, "__dataclass_params__", None)
    return bool(getattr(kind, "model_config", {}).get("frozen") or (stated and stated.frozen))


def identity(value: object) -> Hashable:
    """Return what a value has in common with those for which a function returns the same.

    Not by ==, for which 1, 1.0 and True are the same, and so are objects whose members are in another order.
    """
    if isinstance(value, str) and len(value) > _LONG:
        # The text itself would stay in memory. No JSON begins like this, so no other value has this digest.
        return sha256(b"text " + value.encode(errors="surrogatepass")).digest()
    if isinstance(value, str | type) or type(value).__hash__ is object.__hash__:
        return value
    if isinstance(value, bytes):
        return bytes, sha256(value).digest()
    from pydantic_core import PydanticSerializationError, to_json  # noqa: PLC0415 - slow; what has a text needs it not

    try:
        return sha256(to_json(value, inf_nan_mode="constants")).digest()
    except PydanticSerializationError:  # JSON has no lone surrogates, and names of files may.
        return sha256(repr(value).encode(errors="backslashreplace")).digest()


def lasting_identity(identities: Iterable[Hashable]) -> str:
    """Return a digest that means the same in every run. Raises TypeError if an identity means nothing in another."""
    return sha256("\n".join(map(_in_words, identities)).encode()).hexdigest()


def _in_words(one: Hashable) -> str:
    if isinstance(one, str):
        return f"text {sha256(one.encode()).hexdigest()}"
    if isinstance(one, bytes):
        return f"value {one.hex()}"
    if callable(one) and hasattr(one, "__qualname__"):
        return f"{one.__module__}.{one.__qualname__}"
    raise TypeError(f"{one!r} is equal to nothing in another run")
