"""Credentials on the pages: what printed calls have of each, and a signature to compare with."""

from typing import NamedTuple
from urllib.parse import urlsplit

from paycat.catalogue.credentials import Credential
from paycat.catalogue.interface import Operation
from paycat.conformance.derive.parameters import of_method
from paycat.contract.model import Contract, Request
from paycat.packages.operations.credentials import credential_variables, sent_credentials, used_credentials
from paycat.pages.snippets import sample_call
from paycat.pages.words import WORDS
from paycat.text.json_data import compact

_KEY, _SECRET = "example-key", "example-secret"
_SECONDS, _NONCE = 1767323100, "0f5d3a6c8b1e4f7092a5c8d3b6e1f407"


class SignedExample(NamedTuple):
    """A request that is signed with a key and a secret of no service: what is signed, and the headers it has then."""

    http_method: str
    target: str
    body: str
    text: str
    headers: str
    key: str = _KEY
    secret: str = _SECRET


def variables(contract: Contract, operation: Operation | None = None) -> dict[str, str]:
    """Return the variables of the environment that printed calls take, of all operations or of one: what each holds."""
    return {
        variable: WORDS["variables"][credential.scheme].format(header)
        for credential in (sent_credentials(contract, operation) if operation else used_credentials(contract))
        for variable, header in credential_variables(contract, credential).items()
    }


def signed_example(contract: Contract, credential: Credential, request: Request | None = None) -> SignedExample:
    """Return a signed request, of the smallest body of a request type or of the first operation that needs one."""
    interface = contract.interface
    signing = [one for one in interface.operations if any(credential in group for group in interface.alternatives(one))]
    operation = interface.taking(request.direction) if request else None
    operation = operation or next((one for one in signing if one.request), signing[0])
    request = request or next(iter(contract.requests(operation.request or "-")), None)
    call = sample_call(contract, request, "minimal") if request else None
    target = call.target if call else of_method(interface, operation, None).target
    sent = {
        "http_method": operation.http_method,
        "target": urlsplit(contract.service.base_url).path.rstrip("/") + target,
        "body": compact(call.payload) if call else "",
    }
    message = {**sent, "timestamp": str(_SECONDS * credential.units), "nonce": _NONCE}
    headers = credential.signed(_SECRET, message, _KEY).items()
    return SignedExample(
        **sent, text=credential.text(message).decode(), headers="\n".join(f"{name}: {value}" for name, value in headers)
    )
