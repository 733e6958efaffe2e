"""How an OpenAPI document says which credentials requests have: its security schemes, and what needs them."""

from collections.abc import Iterable, Iterator
from typing import Any

from paycat.catalogue.credentials import Auth, Credential
from paycat.contract.interface import Interface
from paycat.contract.model import Contract
from paycat.schemas.marks import marks, sentence

Json = dict[str, Any]


def security_schemes(contract: Contract) -> Json:
    """Return the security schemes of all credentials, by name.

    OpenAPI knows a header that holds a key. What is signed, and what is described, is one for each of its headers.
    """
    return {
        name: scheme for credential in contract.interface.credentials for name, scheme in _schemes(contract, credential)
    }


def requirements(interface: Interface, auth: Auth) -> list[Json]:
    """Return the security requirements: an object for each alternative, with all schemes that it needs."""
    by_name = {credential.name: credential for credential in interface.credentials}
    return [
        {scheme: [] for name in alternative for scheme in scheme_names(by_name[name])} for alternative in auth.any_of
    ]


def scheme_names(credential: Credential) -> Iterable[str]:
    """Return the names of the security schemes of a credential: its own, or one for each header."""
    if credential.scheme in ("signed", "described") and len(credential.headers) > 1:
        return tuple(f"{credential.name}.{word}" for word in credential.headers)
    return (credential.name,)


def _schemes(contract: Contract, credential: Credential) -> Iterator[tuple[str, Json]]:
    texts: Json = {"description": sentence(credential.description), **marks(credential.reason)}
    match credential.scheme:
        case "bearer" | "basic":
            yield credential.name, {"type": "http", "scheme": credential.scheme, **texts}
        case "mutual_tls":
            yield credential.name, {"type": "mutualTLS", **texts}
        case "oauth2":
            token_url = f"{contract.service.base_url}{credential.token_path}"
            flow = {"clientCredentials": {"tokenUrl": token_url, "scopes": {}}}
            yield credential.name, {"type": "oauth2", "flows": flow, **texts}
        case _:
            form = {name: value for name, value in credential.form.items() if name != "headers"}
            signed = {"x-signing": form} if credential.scheme == "signed" else {}
            headers = credential.headers.items()
            for name, (word, header) in zip(scheme_names(credential), headers, strict=True):
                is_whole = word == "signature" or len(headers) == 1
                yield name, {"type": "apiKey", "in": "header", "name": header, **texts, **(signed if is_whole else {})}
