"""The rule on credentials: each states what its scheme needs, and requests can carry all of an alternative."""

import re
from collections.abc import Iterator, Mapping
from itertools import combinations

from paycat.catalogue.credentials import NO_CREDENTIAL, Auth, Credential, SignatureForm
from paycat.catalogue.interface import Operation, Signing
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import keys_of
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.yaml.nodes import Scalar, Sequence, node_at

_NEEDED: Mapping[str, tuple[str, ...]] = {
    "api_key": ("headers",),
    "described": ("headers",),
    "oauth2": ("token_path",),
    "signed": ("parts", "headers"),
}
"""The keys that a credential of a scheme must have, beside those of each."""
_OF_SIGNATURES = tuple(key for key in keys_of(SignatureForm) if key != "allow")
_OF_MESSAGES = ("content-", "transfer-", "host", "connection", "accept", "date", "user-agent", "cookie", "expect")
"""How headers begin that HTTP itself gives a meaning, so that no credential can be in them."""
AUTHORIZATION = "authorization"
_JOINT_OF_NONCES = re.compile("[0-9A-Za-z_-]*")
"""What nonces may hold, as nothing that joins them to other parts may."""
_REMOVE = "remove it"


@rule("credentials", needs=["interface/rules.yaml"], stage=Stage.STATEMENTS)
def credentials(context: RuleContext) -> Iterator[Diagnostic]:
    """Report credentials with keys of another scheme, and without those of their own."""
    for credential in context.stated(Credential):
        scheme, stated_keys = credential.value.scheme, credential.value.model_fields_set
        if credential.name == NO_CREDENTIAL:
            message = f"{NO_CREDENTIAL!r} says that a request needs no credential, so none can have the name"
            yield credential.finding("credential-key", message, key=True, help="rename it")
        needed = _NEEDED.get(scheme, ())
        for key in (*_OF_SIGNATURES, "token_path"):
            if key in stated_keys and key not in (*needed, *(_OF_SIGNATURES if scheme == "signed" else ())):
                message = f"a credential of the scheme {scheme!r} has no {key!r}"
                yield credential.finding("credential-key", message, key, help=_REMOVE)
            elif key in needed and not credential.value.value_of(key):
                yield credential.lacking("credential-key", f"a credential of the scheme {scheme!r} needs {key!r}")
        yield from _header_words(credential)
        if scheme == "signed" and credential.value.parts:
            yield from _signed(context, credential, ("key", "timestamp", "signature"))


@rule("credentials", needs=["interface/events.yaml"], stage=Stage.STATEMENTS)
def signatures_of_notifications(context: RuleContext) -> Iterator[Diagnostic]:
    """Report forms of signatures that receivers cannot check, and keys that Standard Webhooks does not have."""
    for signing in context.stated(Signing):
        if signing.value.parts:
            yield from _signed(context, signing, ("timestamp", "signature"))
        for index, part in enumerate(signing.value.parts):
            if part in ("http_method", "target"):
                message = f"a receiver may not know the {part!r} of a notification as it was sent"
                yield signing.finding("signed-parts", message, "parts", index, help=_REMOVE)
        if signing.value.description is None:
            message = "a scheme of which no 'parts' are stated needs a 'description'"
            yield signing.lacking("credential-key", message, help="write `description`, or remove `scheme`")
        for key in signing.value.model_fields_set.intersection(_OF_SIGNATURES) - {"tolerance_seconds"}:
            if not signing.value.parts:
                message = f"without 'parts' notifications are signed by Standard Webhooks, which has no {key!r}"
                yield signing.finding("credential-key", message, key, help="state `parts`, or remove it")


def _header_words(credential: Stated[Credential]) -> Iterator[Diagnostic]:
    if credential.value.scheme == "api_key" and credential.value.headers:
        if "key" not in credential.value.headers:
            message = "an api_key needs the header of the 'key'"
            yield credential.finding("credential-key", message, "headers", key=True, help="write `key: NAME`")
        for word in credential.value.headers.keys() - {"key"}:
            message = f"an api_key is in one header, of the 'key', and not in one of {word!r}"
            yield credential.finding("credential-key", message, "headers", word, key=True, help=_REMOVE)


def _signed(
    context: RuleContext, form: Stated[SignatureForm] | Stated[Credential] | Stated[Signing], needed: tuple[str, ...]
) -> Iterator[Diagnostic]:
    """Report signatures that do not cover what they must, and headers that do not fit what is signed."""
    parts, headers = form.value.parts, form.value.headers
    wanted = (*needed, *(["nonce"] if "nonce" in parts else []))
    for word in (word for word in wanted if word not in headers):
        message = f"there is no header for the {word!r} of a signature"
        yield form.finding("signed-parts", message, "headers", key=True, help=f"write `{word}: NAME`")
    for word in headers:
        if word not in wanted:
            is_unsigned = word == "nonce"
            message = "the 'nonce' is no part of what is signed" if is_unsigned else f"a signature has no {word!r}"
            help = "add it to `parts`" if is_unsigned else did_you_mean(word, wanted)
            yield form.finding("signed-parts", message, "headers", word, key=True, help=help)
    if "nonce" in parts and _JOINT_OF_NONCES.fullmatch(form.value.joined_by):
        message = "what joins the parts may be in a nonce, whose end could be told as the beginning of the next part"
        help = 'write another one, such as "\\n" or "."'
        yield form.finding("signed-parts", message, "joined_by", help=help)
    takes_bodies = isinstance(form.value, Signing) or any(
        operation.value.request for operation in context.stated(Operation)
    )
    unsigned = {"timestamp": "an old message could be sent again", "body": "anybody on the way could change the body"}
    for part, consequence in unsigned.items():
        if part not in parts and (part != "body" or takes_bodies):
            message = f"{part!r} is no part of what is signed: {consequence}"
            yield form.finding("signed-parts", message, "parts", key=True, help="add it to `parts`")


@rule("credentials", needs=["interface"], stage=Stage.STATEMENTS)
def credential_headers(context: RuleContext) -> Iterator[Diagnostic]:
    """Report headers that hold something else, too."""
    parameters = context.catalogue.operations.value.parameters
    keys = {key for operation in context.stated(Operation) for key in operation.value.parameters} & parameters.keys()
    taken = {parameters[key].name.lower() for key in keys if parameters[key].location == "header"}
    forms: list[Stated[Credential] | Stated[Signing]] = [*context.stated(Credential), *context.stated(Signing)]
    for credential in forms:
        seen = {*taken} if isinstance(credential.value, Credential) else set()
        for word, name in credential.value.headers.items():
            header = name.lower()
            is_signature = word == "signature" and bool(credential.value.parts)
            if header == AUTHORIZATION and not is_signature:
                message = "the header Authorization holds a scheme of its own, such as `bearer`"
                yield credential.finding("credential-header", message, "headers", word)
            elif header in seen or header.startswith(_OF_MESSAGES):
                message = f"the header {name} has another meaning"
                yield credential.finding("credential-header", message, "headers", word)
            seen.add(header)


@rule("credentials", needs=["interface"], stage=Stage.STATEMENTS)
def token_paths(context: RuleContext) -> Iterator[Diagnostic]:
    """Report addresses for tokens that answer something else, too."""
    operations = context.stated(Operation)
    owner_by_path = {each.value.path: each.name for each in operations if each.value.http_method == "POST"}
    for credential in context.stated(Credential):
        if path := credential.value.token_path:
            owner = owner_by_path.setdefault(path, credential.name)
            if owner != credential.name:
                message = f"POST {path} is the address of {owner!r}"
                yield credential.finding("credential-key", message, "token_path", help="state another path")


@rule("credentials", needs=["interface"], stage=Stage.STATEMENTS)
def open_alternatives(context: RuleContext) -> Iterator[Diagnostic]:
    """Report lists of credentials that may not say what is meant: whether all are needed, or none is."""
    for auth in context.stated(Auth):
        node = node_at(auth.source.node, auth.path)
        if isinstance(node, Sequence) and auth.value.any_of:
            message = "a list does not say whether a request needs all of its credentials, or one of them"
            yield auth.finding("unclear-auth", message, help="write `{ any_of: [a, b] }`, or `{ any_of: [[a, b]] }`")
        elif not isinstance(node, Scalar) and not all(auth.value.any_of or ((),)):
            message = "a list without a credential would let requests without one pass"
            yield auth.finding("unclear-auth", message, help="write `none` if that is intended")


@rule("credentials", needs=["interface"], stage=Stage.STATEMENTS)
def alternatives(context: RuleContext) -> Iterator[Diagnostic]:
    """Report alternatives that no request can have, and those that no request needs."""
    table = context.catalogue.rulebook.value.credentials
    for auth in context.stated(Auth):
        sets = [frozenset(alternative) for alternative in auth.value.any_of]
        for index, names in enumerate(sets):
            for one, other in combinations(sorted(names & table.keys()), 2):
                headers, other_headers = _by_lower(table[one]), _by_lower(table[other])
                if shared := headers.keys() & other_headers.keys():
                    name = headers[min(shared)]
                    message = f"{one!r} and {other!r} are in the same header, {name}: no request can have both"
                    help = "write them as two alternatives, or name another header"
                    yield auth.finding("credential-header", message, "any_of", index, help=help)
            if names in sets[:index] or any(other < names for other in sets):
                message = "a request that has this has another alternative, too, which is enough"
                yield auth.finding("idle-alternative", message, "any_of", index)


def _by_lower(credential: Credential) -> dict[str, str]:
    return {name.lower(): name for name in credential.header_names}
