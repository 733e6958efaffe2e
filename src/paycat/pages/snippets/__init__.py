"""A request type and a sample in, the same call in several languages out; each works as it is pasted."""

from dataclasses import dataclass

from paycat.contract.model import Contract, Request
from paycat.pages.json_texts import pretty
from paycat.pages.navigation import is_packaged
from paycat.pages.snippets.call import key_variable, sample_call
from paycat.pages.snippets.command import curl
from paycat.pages.snippets.javascript import javascript
from paycat.pages.snippets.python import python


@dataclass(frozen=True, slots=True)
class Snippet:
    """A text in a language; `key` stands in ids."""

    key: str
    language: str
    text: str


def snippets(contract: Contract, request: Request, sample: str) -> tuple[Snippet, ...]:
    """Return a sample as JSON, and the call that sends it by curl, Python and JavaScript.

    The one in Python is a program on the package, and there where that is made.
    """
    call = sample_call(contract, request, sample)
    return (
        Snippet("json", "JSON", pretty(call.payload)),
        Snippet("curl", "curl", curl(call)),
        *([Snippet("python", "Python", python(call))] if is_packaged(contract) else []),
        Snippet("javascript", "JavaScript", javascript(call)),
    )


__all__ = ["Snippet", "key_variable", "snippets"]
