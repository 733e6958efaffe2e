"""Is a server there, does it know the token, are the paths right? Asked once, before thousands of requests."""

from http import HTTPStatus

import httpx

from paycat.catalogue.interface import Operation
from paycat.conformance.live.sending import Sender, Target, UnansweredError, in_words
from paycat.diagnostics import Diagnostic, FindingsError, Span

_HEADERS = {"Content-Type": "application/json"}
_NO_PATH = (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED)


def probe(sender: Sender, operation: Operation, target: Target) -> None:
    """Send an operation an empty body, which creates nothing; wait as long as the server asks to.

    Raises FindingsError when there is no answer, or one that every request would get.
    """
    try:
        answer = sender.ask(operation, b"", _HEADERS)
    except (httpx.TransportError, UnansweredError) as error:
        raise _finding(target, "unreachable", f"there is no answer: {in_words(error)}", "is it running?") from error
    refuse_unknown_caller(answer, target)
    asked = f"{operation.http_method} {answer.request.url.path}"
    if answer.status_code == HTTPStatus.FORBIDDEN:
        raise _finding(target, "forbidden", f"the token does not permit {asked}", "")
    if answer.status_code in _NO_PATH or answer.is_redirect:
        message = f"{asked} is answered with {answer.status_code}"
        raise _finding(target, "wrong-address", message, f"--url is the address that {operation.path} is added to")


def refuse_unknown_caller(answer: httpx.Response, target: Target) -> None:
    """Raise FindingsError when an answer says that the token is missing or not known."""
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        message = "the server does not know the token" if target.token else "the server asks for a token"
        raise _finding(target, "unauthenticated", message, "give it with --token or in PAYCAT_TOKEN")


def _finding(target: Target, code: str, message: str, remedy: str) -> FindingsError:
    return FindingsError([Diagnostic(code, Span(target.url), message, remedy)])
