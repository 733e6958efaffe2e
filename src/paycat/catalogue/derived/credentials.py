"""What callers send, where a credential does not say it in words of its own."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paycat.catalogue.derived.value import Derivation, unstated
from paycat.text.counting import listed
from paycat.yaml.reading import shipped_data

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue

_TEXTS: dict[str, str] = shipped_data(__package__, "scheme_texts.yaml")


def credentials(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the description of each credential, by its scheme."""
    has_own_auth = any(operation.auth for operation in catalogue.operations.value.operations.values())
    for name, credential in catalogue.rulebook.value.credentials.items():
        headers = {word: f"`{header}`" for word, header in credential.headers.items()}
        sent_headers = listed([*headers.values()]) if headers else "headers"
        is_only = catalogue.rulebook.value.auth.any_of == ((name,),) and not has_own_auth
        requests = "Every request" if is_only else "A request with it"
        words = {"key": "", **headers, "headers": sent_headers, "token_path": credential.token_path or ""}
        text = _TEXTS[credential.scheme].format_map({**words, "requests": requests})
        yield from unstated(catalogue.rulebook, ("credentials", name), credential, description=text)
