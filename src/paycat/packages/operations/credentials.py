"""The credentials of requests, as packages and pages name and send them."""

from typing import Any

from paycat.catalogue.credentials import Credential
from paycat.catalogue.interface import Operation
from paycat.contract.interface import Interface
from paycat.contract.model import Contract
from paycat.contract.naming import identifier
from paycat.packages.operations.calls import environment_variable

_KEYS = ("bearer", "api_key")
PAIRS = ("basic", "signed", "oauth2")
"""The schemes of which a caller has two texts: a name, and a secret."""
_USAGES = {
    "bearer": "the secret key",
    "api_key": "the secret key",
    "basic": "the name and the password",
    "signed": "the id of the key and its secret. Each attempt is signed with the time and a nonce of its own",
    "oauth2": "the id and the secret of the application. The client requests a token for all calls, and another one "
    "before it ends or when it is rejected",
    "described": "headers by name, or a function that returns them for the HTTP method, the path with its query, and "
    "the body of a request",
    "mutual_tls": "not stated: pass an HTTP client of your own, which has the certificate",
}


def used_credentials(contract: Contract) -> list[Credential]:
    """Return the credentials that requests for any operation have, in the order of the catalogue."""
    interface = contract.interface
    names = {name for alternative in all_alternatives(interface) for name in alternative}
    return [credential for credential in interface.credentials if credential.name in names]


def all_alternatives(interface: Interface) -> list[tuple[str, ...]]:
    """Return the alternatives of all operations as names of credentials, each once, those of the service first."""
    operations = interface.operations
    own = any(operation.auth is None for operation in operations)
    auths = [*([interface.auth] if own else []), *(operation.auth for operation in operations if operation.auth)]
    return list(dict.fromkeys(names for auth in auths for names in auth.any_of))


def sent_by_pages(contract: Contract, operation: Operation) -> list[dict[str, Any]]:
    """Return the credentials of the first alternative of an operation as JSON data, by which pages call the sandbox."""
    credentials = sent_credentials(contract, operation)
    forms = [credential.form if credential.scheme == "signed" else {} for credential in credentials]
    names = ("scheme", "headers", "token_path")
    return [
        {**form, **{name: value for name in names if (value := getattr(credential, name))}}
        for credential, form in zip(credentials, forms, strict=True)
    ]


def sandbox_key(contract: Contract) -> str:
    """Return the key that the sandbox takes, as clients take it: a secret, or a name and a secret."""
    sandbox = contract.interface.sandbox
    has_pair = any(credential.scheme in PAIRS for credential in used_credentials(contract))
    return f"{sandbox.key_id}:{sandbox.secret_key}" if has_pair else sandbox.secret_key


def only_key(contract: Contract) -> Credential | None:
    """Return the credential of all requests that have one, if it is the only one and a single secret key."""
    credentials = used_credentials(contract)
    is_key = len(credentials) == 1 and credentials[0].scheme in _KEYS
    return credentials[0] if is_key else None


def sent_credentials(contract: Contract, operation: Operation) -> tuple[Credential, ...]:
    """Return the credentials that printed calls of an operation send: those of its first alternative."""
    return next(iter(contract.interface.alternatives(operation)), ())


def credential_variables(contract: Contract, credential: Credential) -> dict[str, str]:
    """Return the variable of the environment that has a credential, or one for each header of what is described.

    With a variable is its header, or "". The only credential of a service is in that of `api_key`.
    """
    variable = credential_variable(contract, credential)
    if credential.scheme != "described":
        return {variable: ""}
    return {f"{variable}_{identifier(word).upper()}": header for word, header in credential.headers.items()}


def signed_format(credential: Credential) -> str:
    """Return the format by which `printf` joins the parts of a signed text."""
    joint = credential.joined_by.replace("\\", r"\\").replace("%", "%%").replace("\n", r"\n")
    return joint.join("%s" for _ in credential.parts)


def stated_credentials(contract: Contract) -> list[Credential]:
    """Return the credentials that a caller states; a certificate is that of the connection."""
    return [credential for credential in used_credentials(contract) if credential.scheme != "mutual_tls"]


def credential_variable(contract: Contract, credential: Credential) -> str:
    """Return the variable of the environment that has a credential: that of `api_key`, if a caller states no other."""
    is_only = len(stated_credentials(contract)) == 1
    return environment_variable(contract, "api_key" if is_only else identifier(credential.name, {"base_url"}))


def credential_type(credential: Credential) -> str:
    """Return the type, in the runtimes of all clients, of what a caller states of a credential."""
    return "Secret" if credential.scheme in _KEYS else "Pair" if credential.scheme in PAIRS else "OwnHeaders"


def credential_usage(credential: Credential) -> str:
    """Return what callers state of a credential."""
    pair = ": a pair, or one text with a colon between them" if credential.scheme in PAIRS else ""
    parts, *others = _USAGES[credential.scheme].split(". ")
    return ". ".join((f"{parts}{pair}", *others)) + "."


def all_need_credentials(contract: Contract) -> bool:
    """Return whether no operation can be called without a credential."""
    return all(contract.interface.alternatives(operation) for operation in contract.interface.operations)
