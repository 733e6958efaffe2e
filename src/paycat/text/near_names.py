"""The name that somebody most likely meant by one that is not known."""

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache

_NEAR = 0.65
_LONGEST = 100
_CANDIDATES = 3
_OPPOSITES = (
    *(("min", "max"), ("least", "most"), ("lower", "upper"), ("low", "high")),
    *(("first", "last"), ("before", "after"), ("start", "end"), ("begin", "end")),
    *(("required", "optional"), ("required", "absent"), ("present", "absent")),
    *(("open", "closed"), ("with", "without"), ("true", "false"), ("old", "new")),
    *(("inclusive", "exclusive"), ("include", "exclude"), ("from", "until")),
    *(("inbound", "outbound"), ("incoming", "outgoing"), ("source", "target")),
    *(("allow", "deny"), ("enable", "disable"), ("read", "write"), ("add", "remove")),
    *(("send", "receive"), ("sender", "receiver"), ("accept", "reject")),
    *(("accept", "refuse"), ("increase", "decrease"), ("positive", "negative")),
    *(("debit", "credit"), ("debtor", "creditor"), ("payer", "payee")),
    *(("push", "pull"), ("buyer", "seller")),
    *(("deposit", "withdrawal"), ("request", "response")),
)
_ENDINGS = ("in", "out")
_NEGATIONS = ("not", "non", "no", "un", "in", "dis")


def near_name(word: str, known_names: Iterable[str], likeness: float = _NEAR) -> str | None:
    """Return the known name that is nearest to a word; None where it is another one.

    A name that says the opposite is never near.
    """
    if len(word) > _LONGEST:
        return None
    names_by_lower = {name.lower(): name for name in sorted(known_names) if len(name) <= _LONGEST}
    near_names = get_close_matches(word.lower(), names_by_lower, n=_CANDIDATES, cutoff=likeness)
    return next((names_by_lower[name] for name in near_names if not _is_opposite(word, name)), None)


def _is_opposite(word: str, name: str) -> bool:
    """Tell whether a word is nearer to an opposite of a name than to the name."""
    matcher = SequenceMatcher(None, "", _bare(word))
    matcher.set_seq1(_bare(name))
    likeness = matcher.ratio()
    for opposite in _opposites(_bare(name)):
        matcher.set_seq1(opposite)
        # An upper bound is enough for most.
        if matcher.quick_ratio() > likeness and matcher.ratio() > likeness:
            return True
    return False


@lru_cache(maxsize=1024)
def _opposites(name: str) -> tuple[str, ...]:
    opposites: list[str] = []
    for words in _OPPOSITES:
        for word, antonym in (words, words[::-1]):
            if word in name:
                opposites.append(name.replace(word, antonym))
    for ending, opposite in (_ENDINGS, _ENDINGS[::-1]):
        if name.endswith(ending):
            opposites.append(name.removesuffix(ending) + opposite)
    for negation in _NEGATIONS:
        opposites.append(negation + name)
        if name.startswith(negation):
            opposites.append(name.removeprefix(negation))
    return tuple(dict.fromkeys(opposites))


def _bare(name: str) -> str:
    return "".join(filter(str.isalnum, name)).lower()
