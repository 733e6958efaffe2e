"""The credentials of requests, as packages and pages name and send them."""

from typing import Any

from paycat.catalogue.credentials import Credential
from paycat.catalogue.interface import Operation
from paycat.contract.model import Contract
from paycat.contract.naming import identifier
from paycat.packages.operations.calls import environment_variable
from paycat.yaml.reading import shipped_data

_SCHEMES: dict[str, dict[str, Any]] = shipped_data(__package__, "schemes.yaml")
PAIRS = tuple(scheme for scheme, stated in _SCHEMES.items() if stated["type"] == "Pair")
"""The schemes of which a caller has two texts: a name, and a secret."""


def used_credentials(contract: Contract) -> list[Credential]:
    """Return the credentials that requests for any operation have, in the order of the catalogue."""
    interface = contract.interface
    alternatives = (
        alternative for operation in interface.operations for alternative in interface.alternatives(operation)
    )
    names = {credential.name for alternative in alternatives for credential in alternative}
    return [credential for credential in interface.credentials if credential.name in names]


def sent_by_pages(contract: Contract, operation: Operation) -> list[dict[str, Any]]:
    """Return the credentials of the first alternative of an operation as JSON data, by which pages call the sandbox."""
    return [
        {
            **credential.form,
            **{key: value for key in ("scheme", "headers", "token_path") if (value := getattr(credential, key))},
        }
        for credential in sent_credentials(contract, operation)
    ]


def sandbox_key(contract: Contract) -> str:
    """Return the key that the sandbox takes, as clients take it: a secret, or a name and a secret."""
    sandbox = contract.interface.sandbox
    has_pair = any(credential.scheme in PAIRS for credential in used_credentials(contract))
    return f"{sandbox.key_id}:{sandbox.secret_key}" if has_pair else sandbox.secret_key


def only_key(contract: Contract) -> Credential | None:
    """Return the credential of all requests that have one, if it is the only one and a single secret key."""
    credentials = used_credentials(contract)
    return credentials[0] if [credential_type(credential) for credential in credentials] == ["Secret"] else None


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
    return str(_SCHEMES[credential.scheme]["type"])


def credential_usage(credential: Credential) -> str:
    """Return what callers state of a credential."""
    scheme = _SCHEMES[credential.scheme]
    own = " and".join(text for part, text in scheme.get("own", {}).items() if part in credential.parts)
    return str(scheme["usage"]).format(own=own)


def all_need_credentials(contract: Contract) -> bool:
    """Return whether no operation can be called without a credential."""
    return all(contract.interface.alternatives(operation) for operation in contract.interface.operations)
