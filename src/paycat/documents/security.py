"""How an OpenAPI document says which credentials requests have: its security schemes, and what needs them."""

from typing import Any

from paycat.catalogue.credentials import Auth, Credential
from paycat.contract.model import Contract
from paycat.schemas.marks import marks, sentence

Json = dict[str, Any]


def security_schemes(contract: Contract) -> Json:
    """Return the security schemes of all credentials, by name."""
    schemes = (_schemes(contract, credential).items() for credential in contract.interface.credentials)
    return {name: scheme for items in schemes for name, scheme in items}


def requirements(contract: Contract, auth: Auth) -> list[Json]:
    """Return the security requirements: an object for each alternative, with all schemes that it needs."""
    schemes = {credential.name: _schemes(contract, credential) for credential in contract.interface.credentials}
    return [{scheme: [] for name in alternative for scheme in schemes[name]} for alternative in auth.any_of]


def _schemes(contract: Contract, credential: Credential) -> Json:
    """Return the security schemes of a credential by name: its own, or one for each header, as OpenAPI knows a key."""
    texts: Json = {"description": sentence(credential.description), **marks(credential.reason)}
    token_url = f"{contract.service.base_url}{credential.token_path}"
    own_by_scheme: Json = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "basic": {"type": "http", "scheme": "basic"},
        "mutual_tls": {"type": "mutualTLS"},
        "oauth2": {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": token_url, "scopes": {}}}},
    }
    if own := own_by_scheme.get(credential.scheme):
        return {credential.name: {**own, **texts}}
    signed = {"x-signing": {name: value for name, value in credential.form.items() if name != "headers"}}
    return {
        credential.name if len(credential.headers) == 1 else f"{credential.name}.{word}": {
            "type": "apiKey",
            "in": "header",
            "name": header,
            **texts,
            **(signed if credential.parts and word == "signature" else {}),
        }
        for word, header in credential.headers.items()
    }
