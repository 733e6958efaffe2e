"""A limit in, a sentence out."""

from paycat.contract.interface import Limit

_SENTENCES = {
    "body_bytes": "The body of a request has at most {:,} bytes.",
    "body_depth": "Objects and lists in a body are nested at most {:,} deep.",
    "answer_seconds": "The service answers within {:,} seconds; wait as long before you give up.",
}


def limit_words(limit: Limit) -> str:
    """Return what a limit means for who sends a request."""
    return _SENTENCES[limit.name].format(limit.value)
