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


def near_name(word: str, known: Iterable[str], likeness: float = _NEAR) -> str | None:
    """Return the known name that is nearest to a word; None where it is another one.

    A name that says the opposite is never near.
    """
    if len(word) > _LONGEST:
        return None
    names = {name.lower(): name for name in sorted(known) if len(name) <= _LONGEST}
    near = get_close_matches(word.lower(), names, n=_CANDIDATES, cutoff=likeness)
    return next((names[name] for name in near if not _is_opposite(word, name)), None)


def _is_opposite(word: str, name: str) -> bool:
    """Tell whether a word is nearer to an opposite of a name than to the name."""
    compared = SequenceMatcher(None, "", _bare(word))
    compared.set_seq1(_bare(name))
    likeness = compared.ratio()
    for one in _opposites(_bare(name)):
        compared.set_seq1(one)
        # An upper bound is enough for most.
        if compared.quick_ratio() > likeness and compared.ratio() > likeness:
            return True
    return False


@lru_cache(maxsize=1024)
def _opposites(name: str) -> tuple[str, ...]:
    found: list[str] = []
    for pair in _OPPOSITES:
        for one, other in (pair, pair[::-1]):
            if one in name:
                found.append(name.replace(one, other))
    for ending, opposite in (_ENDINGS, _ENDINGS[::-1]):
        if name.endswith(ending):
            found.append(name.removesuffix(ending) + opposite)
    for negation in _NEGATIONS:
        found.append(negation + name)
        if name.startswith(negation):
            found.append(name.removeprefix(negation))
    return tuple(dict.fromkeys(found))


def _bare(name: str) -> str:
    return "".join(filter(str.isalnum, name)).lower()
