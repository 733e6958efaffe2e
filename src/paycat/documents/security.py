"""How documents say which credentials requests have: security schemes of OpenAPI, what needs them, and sentences."""

from typing import Any

from paycat.catalogue.annotations import Words
from paycat.catalogue.credentials import Auth, Credential, SignatureForm
from paycat.contract.model import Contract
from paycat.languages.markdown import code
from paycat.schemas.marks import marks, sentence
from paycat.text.counting import duration, listed
from paycat.text.json_data import compact
from paycat.yaml.reading import shipped_data

Json = dict[str, Any]

_WORDS = shipped_data(__package__, "credentials.yaml")
_PART_MEANINGS = Words.of("signed_part").meanings


def security_schemes(contract: Contract) -> Json:
    """Return the security schemes of all credentials, by name."""
    schemes = (_schemes(contract, credential).items() for credential in contract.interface.credentials)
    return {name: scheme for items in schemes for name, scheme in items}


def requirements(contract: Contract, auth: Auth) -> list[Json]:
    """Return the security requirements: an object for each alternative, with all schemes that it needs."""
    schemes = {credential.name: _schemes(contract, credential) for credential in contract.interface.credentials}
    return [{scheme: [] for name in alternative for scheme in schemes[name]} for alternative in auth.any_of]


def credential_facts(contract: Contract, credential: Credential) -> list[str]:
    """Return what a request with a credential has, and how it is made, as sentences of Markdown."""
    headers = {word: code(header) for word, header in credential.headers.items()}
    left_out = {"replayable"} if "nonce" in headers else {"nonce", "anew"}
    values = {
        **headers,
        "headers": listed(headers.values()) if headers else "",
        "status": contract.interface.problem("unauthenticated").status,
        "token_url": f"{contract.service.base_url}{credential.token_path}",
        "unit": credential.timestamp,
        "tolerance": duration(credential.tolerance_seconds),
        "encoding": _WORDS["encodings"][credential.encoding],
        "prefix": f"{_exactly(credential.prefix)} and " if credential.prefix else "",
        "joint": {"": "nothing", "\n": "a line feed"}.get(credential.joined_by) or _exactly(credential.joined_by),
        "parts": " ".join(f"({n}) {_PART_MEANINGS[part]}" for n, part in enumerate(credential.parts, 1)),
    }
    words = _WORDS["credentials"][credential.scheme].items()
    return [str(text).format_map(values) for word, text in words if word not in left_out]


def signing_form(form: SignatureForm) -> Json:
    """Return what `x-signing` states of a form; nothing without parts."""
    return {"algorithm": "hmac-sha256", **form.form} if form.parts else {}


def _exactly(text: str) -> str:
    """Return a text as code; as a JSON string, if a reader could not see all of its blanks and line feeds."""
    json_text = compact(text).replace(" ", r"\u0020")
    return code(text) if text == " ".join(text.split()) else f"the JSON string {code(json_text)}"


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
    facts = "".join(f"\n- {fact}" for fact in credential_facts(contract, credential))
    signed = {
        "description": f"{texts['description']}\n{facts}",
        "x-signing": {name: value for name, value in signing_form(credential).items() if name != "headers"},
    }
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
