"""The rule on credentials: each states what its scheme needs, and requests can carry all of an alternative."""

import re
from collections.abc import Iterator, Mapping
from itertools import combinations

from paycat.catalogue.credentials import NO_CREDENTIAL, Auth, Credential, SignatureForm
from paycat.catalogue.interface import Operation, Signing
from paycat.catalogue.reading import Stated
from paycat.diagnostics import Diagnostic
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
_OF_SIGNATURES = SignatureForm.member_names()
_OF_MESSAGES = ("content-", "transfer-", "host", "connection", "accept", "date", "user-agent", "cookie", "expect")
"""How headers begin that HTTP itself gives a meaning, so that no credential can be in them."""
_JOINT_OF_NONCES = re.compile("[0-9A-Za-z_-]*")
"""What nonces may hold, as nothing that joins them to other parts may."""
_REMOVE, _SIGN = "remove it", "add it to `parts`"


@rule("credentials", needs=["interface/rules.yaml"], stage=Stage.STATEMENTS)
def credentials(context: RuleContext) -> Iterator[Diagnostic]:
    """Report credentials with keys of another scheme, and without those of their own."""
    for credential in context.stated(Credential):
        scheme, headers = credential.value.scheme, credential.value.headers
        if credential.name == NO_CREDENTIAL:
            message = f"{NO_CREDENTIAL!r} says that a request needs no credential, so none can have the name"
            yield credential.finding("credential-key", message, key=True, help="rename it")
        needed = _NEEDED.get(scheme, ())
        others = {*_OF_SIGNATURES, "token_path"}.difference(needed, _OF_SIGNATURES if scheme == "signed" else ())
        for key in others & credential.value.model_fields_set:
            message = f"a credential of the scheme {scheme!r} has no {key!r}"
            yield credential.finding("credential-key", message, key, help=_REMOVE)
        for key in needed:
            if not credential.value.value_of(key):
                yield credential.lacking("credential-key", f"a credential of the scheme {scheme!r} needs {key!r}")
        if scheme == "api_key" and headers and "key" not in headers:
            message = "an api_key needs the header of the 'key'"
            yield credential.finding("credential-key", message, "headers", key=True, help="write `key: NAME`")
        for word in headers.keys() - {"key"} if scheme == "api_key" else ():
            message = f"an api_key is in one header, of the 'key', and not in one of {word!r}"
            yield credential.finding("credential-key", message, "headers", word, key=True, help=_REMOVE)
        if scheme == "signed" and credential.value.parts:
            yield from _signed(context, credential, "key", "timestamp", "signature")


@rule("credentials", needs=["interface/events.yaml"], stage=Stage.STATEMENTS)
def signatures_of_notifications(context: RuleContext) -> Iterator[Diagnostic]:
    """Report forms of signatures that receivers cannot check, and keys that Standard Webhooks does not have."""
    for signing in context.stated(Signing):
        parts, keys = signing.value.parts, signing.value.model_fields_set.intersection(_OF_SIGNATURES)
        if parts:
            yield from _signed(context, signing, "timestamp", "signature")
        for index, part in enumerate(parts):
            if part in ("http_method", "target"):
                message = f"a receiver may not know the {part!r} of a notification as it was sent"
                yield signing.finding("signed-parts", message, "parts", index, help=_REMOVE)
        for key in keys - {"tolerance_seconds"} if not parts else ():
            message = f"without 'parts' notifications are signed by Standard Webhooks, which has no {key!r}"
            yield signing.finding("credential-key", message, key, help="state `parts`, or remove it")
        if signing.value.description is None:
            message = "a scheme of which no 'parts' are stated needs a 'description'"
            yield signing.lacking("credential-key", message, help="write `description`, or remove `scheme`")


def _signed(context: RuleContext, form: Stated[SignatureForm], *needed: str) -> Iterator[Diagnostic]:
    """Report signatures that do not cover what they must, and headers that do not fit what is signed."""
    parts, headers = form.value.parts, form.value.headers
    wanted = (*needed, *(["nonce"] if "nonce" in parts else []))
    for word in (word for word in wanted if word not in headers):
        message = f"there is no header for the {word!r} of a signature"
        yield form.finding("signed-parts", message, "headers", key=True, help=f"write `{word}: NAME`")
    for word in headers.keys() - {*wanted}:
        if word == "nonce":
            message = "the 'nonce' is no part of what is signed"
            yield form.finding("signed-parts", message, "headers", word, key=True, help=_SIGN)
        else:
            yield form.unknown("signed-parts", "a signature has no", word, wanted, "headers", word, key=True)
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
            yield form.finding("signed-parts", message, "parts", key=True, help=_SIGN)


@rule("credentials", needs=["interface"], stage=Stage.STATEMENTS)
def credential_headers(context: RuleContext) -> Iterator[Diagnostic]:
    """Report headers and addresses for tokens that have another meaning, too."""
    parameters, operations = context.catalogue.operations.value.parameters, context.stated(Operation)
    keys = {key for operation in operations for key in operation.value.parameters} & parameters.keys()
    taken = {parameters[key].name.lower() for key in keys if parameters[key].location == "header"}
    owner_by_path = {each.value.path: each.name for each in operations if each.value.http_method == "POST"}
    forms: list[Stated[SignatureForm]] = [*context.stated(Credential), *context.stated(Signing)]
    for form in forms:
        seen = {*taken} if isinstance(form.value, Credential) else set()
        for word, name in form.value.headers.items():
            header, is_signature = name.lower(), word == "signature" and bool(form.value.parts)
            if header == "authorization" and not is_signature:
                message = "the header Authorization holds a scheme of its own, such as `bearer`"
                yield form.finding("credential-header", message, "headers", word)
            elif header in seen or header.startswith(_OF_MESSAGES):
                yield form.finding("credential-header", f"the header {name} has another meaning", "headers", word)
            seen.add(header)
    for credential in context.stated(Credential):
        if path := credential.value.token_path:
            owner = owner_by_path.setdefault(path, credential.name)
            if owner != credential.name:
                message = f"POST {path} is the address of {owner!r}"
                yield credential.finding("credential-key", message, "token_path", help="state another path")


@rule("credentials", needs=["interface"], stage=Stage.STATEMENTS)
def alternatives(context: RuleContext) -> Iterator[Diagnostic]:
    """Report alternatives that no request can have or needs, and lists that may not say what is meant."""
    table = context.catalogue.rulebook.value.credentials
    for auth in context.stated(Auth):
        node, sets = node_at(auth.source.node, auth.path), [frozenset(names) for names in auth.value.any_of]
        if isinstance(node, Sequence) and sets:
            message = "a list does not say whether a request needs all of its credentials, or one of them"
            yield auth.finding("unclear-auth", message, help="write `{ any_of: [a, b] }`, or `{ any_of: [[a, b]] }`")
        elif not isinstance(node, Scalar) and not all(sets or [()]):
            message = "a list without a credential would let requests without one pass"
            yield auth.finding("unclear-auth", message, help="write `none` if that is intended")
        for index, names in enumerate(sets):
            for one, other in combinations(sorted(names & table.keys()), 2):
                others = {name.lower() for name in table[other].header_names}
                if shared := [name for name in table[one].header_names if name.lower() in others]:
                    name = min(shared, key=str.lower)
                    message = f"{one!r} and {other!r} are in the same header, {name}: no request can have both"
                    help = "write them as two alternatives, or name another header"
                    yield auth.finding("credential-header", message, "any_of", index, help=help)
            if names in sets[:index] or any(other < names for other in sets):
                message = "a request that has this has another alternative, too, which is enough"
                yield auth.finding("idle-alternative", message, "any_of", index)
