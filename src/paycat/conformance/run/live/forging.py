"""Requests that others could make: without a credential, and with one that is wrong, forged, late, early or repeated.

A server must reject each, and all in the same way: nobody may learn which keys there are.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any
from uuid import uuid4

import httpx

from paycat.catalogue.credentials import Credential
from paycat.catalogue.interface import Operation
from paycat.conformance.run.credentials import Alternative, Message, Proof, proof, signature
from paycat.conformance.run.live.calling import Caller, Step
from paycat.text.problem_documents import made_in

_MARGIN_SECONDS = 60
"""How far the clock of a server may be away."""
_NO_KEY, _NO_SECRET = "an unknown key", "a wrong secret"
_OF_ONE_ANSWER = ("request_id", "instance")


def forging_steps(caller: Caller) -> Iterator[tuple[Operation, Step]]:
    """Yield what is sent for each operation without a credential, and once with each alternative, right and wrong."""
    interface, tried = caller.contract.interface, set[tuple[str, ...]]()
    for operation in sorted(interface.operations, key=lambda operation: not operation.request):  # Bodies are signed.
        alternatives = interface.alternatives(operation)
        if alternatives and all(any(credential.header_names for credential in each) for each in alternatives):
            yield operation, _Forging(caller, operation, ()).step("no credential", lambda _: {})
        for alternative in filter(caller.keyring.proves, alternatives):
            forging, names = _Forging(caller, operation, alternative), tuple(each.name for each in alternative)
            right_proof = partial(caller.keyring.proof, alternative)
            yield operation, forging.step(" and ".join(names), right_proof, is_right=True)
            yield from ((operation, step) for step in (forging.steps() if names not in tried else ()))
            tried.add(names)


class _Forging:
    """Calls of an operation with what is like the credentials of an alternative."""

    def __init__(self, caller: Caller, operation: Operation, alternative: Alternative) -> None:
        self._caller, self._operation, self._alternative = caller, operation, alternative
        self._slug = caller.code_of("unauthenticated")

    def steps(self) -> Iterator[Step]:
        """Yield calls with each credential that is left out or wrong."""
        keyring = self._caller.keyring
        for credential in self._alternative:
            others = tuple(other for other in self._alternative if other != credential)
            if credential.header_names and others:
                yield self.step(f"no {credential.name}", partial(keyring.proof, others))
            wrong_proofs = {
                name: partial(self._with_others, others, wrong_proof)
                for name, wrong_proof in _wrong_proofs(credential, keyring.secret_of(credential))
            }
            for name, wrong_proof in wrong_proofs.items():
                yield self.step(f"{credential.name} with {name}", wrong_proof)
            prefix = f"{self._operation.id}: {credential.name}"
            if "nonce" in credential.parts:
                yield f"{prefix} with a repeated nonce", self._slug, self._rejection_of_repetition
            if _NO_KEY in wrong_proofs:
                compared = partial(self._compare, wrong_proofs[_NO_KEY], wrong_proofs[_NO_SECRET])
                yield f"{prefix} tells no keys", None, compared

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

    def _rejection_of_repetition(self) -> str | None:
        sent_headers, name = dict[str, str](), str(uuid4())

        def remembered_proof(message: Message) -> Mapping[str, str]:
            sent_headers.update(self._caller.keyring.proof(self._alternative, message))
            return sent_headers

        if problem := self._rejection(remembered_proof, name):
            raise ValueError(f"the first request was answered with {problem}")
        return self._rejection(lambda _: sent_headers, name)

    def _compare(self, *proofs: Proof) -> None:
        one, other = (self._said_by(self._call(proof)) for proof in proofs)
        if one != other:
            raise ValueError(f"{_NO_KEY} and {_NO_SECRET} are answered in other words")

    def _said_by(self, answer: httpx.Response) -> Any:
        made = made_in(self._caller.contract.interface.problem_form, answer.json())
        words = {word: value for word, value in made.items() if word not in _OF_ONE_ANSWER}
        return answer.status_code, answer.headers.get_list("www-authenticate"), words


def _wrong_proofs(credential: Credential, secret: str) -> Iterator[tuple[str, Proof]]:
    """Yield what is like a credential and proves nothing, by what is wrong; of what is described nothing is known."""
    key, _, own_secret = secret.partition(":")
    if credential.scheme in ("basic", "signed"):
        yield _NO_KEY, partial(proof, credential, f"{key}x:{own_secret}")
        yield _NO_SECRET, partial(proof, credential, f"{secret}x")
    elif credential.scheme in ("bearer", "api_key", "oauth2"):
        yield "a wrong key", partial(proof, credential, f"{secret}x")
    for part in credential.parts:
        yield f"a forged {part}", partial(signature, credential, secret, forged_part=part)
    if credential.scheme == "signed":
        away_seconds = credential.tolerance_seconds + _MARGIN_SECONDS
        yield "a signature that is too late", partial(signature, credential, secret, seconds=-away_seconds)
        yield "a signature of the future", partial(signature, credential, secret, seconds=away_seconds)
    if credential.prefix:
        yield "no prefix", partial(signature, credential.model_copy(update={"prefix": None}), secret)
