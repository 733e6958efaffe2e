"""Requests that others could make: without a credential, and with one that is wrong, forged, late, early or repeated.

A server must reject each, and all in the same way: nobody may learn which keys there are.
"""

from collections.abc import Callable, Container, Iterator
from functools import cache, partial
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import httpx

from paycat.catalogue.credentials import Credential
from paycat.catalogue.interface import Operation
from paycat.conformance.run.credentials import Alternative, Message, Proof, proof, signature
from paycat.conformance.run.live.calling import Caller, Step
from paycat.conformance.run.live.tokens import CLIENT_CREDENTIALS
from paycat.text.problem_documents import made_in

_MARGIN_SECONDS = 60
"""How far the clock of a server may be away."""
_NO_KEY, _NO_SECRET, _WRONG_KEY = "an unknown key", "a wrong secret", "a wrong key"
_OF_EACH_OPERATION = (_NO_SECRET, _WRONG_KEY)
_BEYOND_TOLERANCE = ("a signature that is too late", "a signature of the future")
_WITHIN_TOLERANCE = ("a signature that is late but valid", "a signature that is early but valid")
_OF_ONE_ANSWER = ("request_id", "instance")


def forging_steps(caller: Caller) -> Iterator[tuple[Operation, Step]]:
    """Yield what is sent for each operation without a credential, and with each alternative, right and wrong."""
    interface, tried = caller.contract.interface, set[str]()
    for operation in sorted(interface.operations, key=lambda operation: not operation.request):  # Bodies are signed.
        alternatives = interface.alternatives(operation)
        if alternatives and all(any(credential.header_names for credential in each) for each in alternatives):
            yield operation, _Forging(caller, operation, ()).step("no credential", lambda _: {})
        for alternative in filter(caller.keyring.proves, alternatives):
            forging, names = _Forging(caller, operation, alternative), tuple(each.name for each in alternative)
            right_proof = partial(caller.keyring.proof, alternative)
            yield operation, forging.step(" and ".join(names), right_proof, is_right=True)
            yield from ((operation, step) for step in forging.steps(tried))
            tried.update(names)


class _Forging:
    """Calls of an operation with what is like the credentials of an alternative."""

    def __init__(self, caller: Caller, operation: Operation, alternative: Alternative) -> None:
        self._caller, self._operation, self._alternative = caller, operation, alternative
        self._slug = caller.code_of("unauthenticated")

    def steps(self, tried: Container[str]) -> Iterator[Step]:
        """Yield calls with each credential that is left out or wrong; less of what was tried before."""
        keyring = self._caller.keyring
        for credential in self._alternative:
            others = tuple(other for other in self._alternative if other != credential)
            if others:
                yield self.step(f"no {credential.name}", partial(keyring.proof, others))
            is_new, secret = credential.name not in tried, keyring.secret_of(credential)
            proofs = {
                name: partial(self._with_others, others, own_proof)
                for name, own_proof in _forgeries(credential, secret)
                if is_new or name in _OF_EACH_OPERATION
            }
            for name, own_proof in proofs.items():
                yield self.step(f"{credential.name} with {name}", own_proof, is_right=name in _WITHIN_TOLERANCE)
            prefix = f"{self._operation.id}: {credential.name}"
            if "nonce" in credential.parts:
                repeated = partial(self._rejection_of_repetition, others, credential, secret)
                yield f"{prefix} with a repeated nonce", self._slug, repeated
            if _NO_KEY in proofs:
                yield f"{prefix} tells no keys", None, partial(self._compare, proofs[_NO_KEY], proofs[_NO_SECRET])
            if is_new and credential.token_path:
                for name, pair, grant, refusal in _refused_clients(keyring.secrets[credential.name]):
                    refused = partial(self._check_refusal, credential, pair, grant, refusal)
                    yield f"{prefix} given for {name}", None, refused

    def step(self, name: str, proof: Proof, *, is_right: bool = False) -> Step:
        """Return a call that must be rejected, unless its credentials are right."""
        return f"{self._operation.id}: {name}", None if is_right else self._slug, partial(self._rejection, proof)

    def _with_others(self, others: Alternative, own_proof: Proof, message: Message) -> dict[str, str]:
        return {**self._caller.keyring.proof(others, message), **own_proof(message)}

    def _call(self, proof: Proof, name: str = "") -> httpx.Response:
        caller, operation = self._caller, self._operation
        return caller.call(operation, caller.identifiers(operation), name or str(uuid4()), proof=proof)

    def _rejection(self, proof: Proof, name: str = "") -> str | None:
        """Return the problem of a call if it is about credentials."""
        problem = self._caller.problems.problem_in(self._operation, self._call(proof, name))
        return problem if problem == self._slug else None

    def _rejection_of_repetition(self, others: Alternative, credential: Credential, secret: str) -> str | None:
        """Return the problem of a request that is sent again, and then signed anew with its nonce, if of both."""
        name, signed = str(uuid4()), partial(signature, credential, secret, nonce=uuid4().hex)
        first = cache(partial(self._with_others, others, signed))
        if problem := self._rejection(first, name):
            raise ValueError(f"the first request was answered with {problem}")
        anew = partial(self._with_others, others, partial(signed, seconds=1))
        return self._rejection(first, name) and self._rejection(anew, name)

    def _check_refusal(self, credential: Credential, pair: str, grant: str, refusal: tuple[int, str]) -> None:
        status, members = self._caller.keyring.ask(credential, pair, grant)
        if (status, members.get("error")) != refusal:
            raise ValueError("the answer is {}, and not {} {}".format(status, *refusal))

    def _compare(self, *proofs: Proof) -> None:
        one, other = (self._said_by(self._call(proof)) for proof in proofs)
        if one != other:
            raise ValueError(f"{_NO_KEY} and {_NO_SECRET} are answered in other words")

    def _said_by(self, answer: httpx.Response) -> Any:
        made = made_in(self._caller.contract.interface.problem_form, answer.json())
        words = {word: value for word, value in made.items() if word not in _OF_ONE_ANSWER}
        return answer.status_code, answer.headers.get_list("www-authenticate"), words


def _forgeries(credential: Credential, secret: str) -> Iterator[tuple[str, Proof]]:
    """Yield what is like a credential and proves nothing, by what is wrong, and what is right within the tolerance."""
    key, _, own_secret = secret.partition(":")
    if credential.scheme in ("basic", "signed"):
        yield _NO_KEY, partial(proof, credential, f"{key}x:{own_secret}")
        yield _NO_SECRET, partial(proof, credential, f"{secret}x")
    elif credential.scheme != "described":
        yield _WRONG_KEY, partial(proof, credential, f"{secret}x")
    for part in credential.parts:
        yield f"a forged {part}", partial(signature, credential, secret, forged_part=part)
    if credential.scheme == "signed":
        for names, margin_seconds in ((_BEYOND_TOLERANCE, _MARGIN_SECONDS), (_WITHIN_TOLERANCE, -_MARGIN_SECONDS)):
            away_seconds = max(0, credential.tolerance_seconds + margin_seconds)
            for name, seconds in zip(names, (-away_seconds, away_seconds), strict=True):
                yield name, partial(signature, credential, secret, seconds=seconds)
    for name, header, change in _changes(credential):
        yield name, partial(_changed, partial(proof, credential, secret), header, change)


def _changes(credential: Credential) -> Iterator[tuple[str, str, Callable[[str], str]]]:
    """Yield what makes a right header of a credential wrong; without a value it is left out."""
    prefix, names = credential.prefix or "", credential.header_names
    if credential.http_scheme:
        yield "no scheme", "Authorization", lambda text: text.partition(" ")[2]
    if prefix:
        yield "no prefix", credential.headers["signature"], lambda text: text.removeprefix(prefix)
    if credential.encoding == "hex":
        yield "capitals", credential.headers["signature"], lambda text: prefix + text.removeprefix(prefix).upper()
    for name in names if credential.scheme == "described" and len(names) > 1 else ():
        yield f"no {name}", name, lambda _: ""


def _changed(right: Proof, header: str, change: Callable[[str], str], message: Message) -> dict[str, str]:
    headers = {**right(message)}
    headers[header] = change(headers[header])
    return {name: value for name, value in headers.items() if value}


def _refused_clients(pair: str) -> Iterator[tuple[str, str, str, tuple[int, str]]]:
    """Yield what no token is given for: a name, a client, a grant, and the answer (RFC 6749, section 5.2)."""
    key, _, secret = pair.partition(":")
    unknown_client = (HTTPStatus.UNAUTHORIZED, "invalid_client")
    yield _NO_KEY, f"{key}x:{secret}", CLIENT_CREDENTIALS, unknown_client
    yield _NO_SECRET, f"{pair}x", CLIENT_CREDENTIALS, unknown_client
    yield "an unknown grant", pair, "unknown", (HTTPStatus.BAD_REQUEST, "unsupported_grant_type")
