"""Types of changes of gaps, decisions, errata and reserved names. No message carries any of them."""

from paycat.changes.taxonomy.change_type import RISKY, SAFE, Rows, in_words

_REGISTER = "Only the registers of the catalogue say so. What it changes for bodies is a change of its own."
_DECIDED = "The catalogue states the rule."
_FOR_SENDERS_RISKY, _FOR_SENDERS_SAFE = (RISKY, None, None), (SAFE, None, None)


REGISTER: Rows = {
    "gap": {
        "opened": in_words("The rule is not decided and may change.", "{path} is open", verdicts=_FOR_SENDERS_RISKY),
        "decided": in_words(_DECIDED, verdicts=_FOR_SENDERS_SAFE),
        "resolved": in_words(_DECIDED, verdicts=_FOR_SENDERS_SAFE),
        "restated": in_words(_REGISTER),
        "added": in_words(_REGISTER),
        "removed": in_words(_REGISTER),
        "reworded": in_words(_REGISTER),
    },
    "decision": {
        "added": in_words(_REGISTER),
        "removed": in_words(_REGISTER),
        "switched": in_words(_REGISTER, "the choice of {path} changed to: {new}"),
        "confirmed": in_words("The owner of the service confirms it.", verdicts=_FOR_SENDERS_SAFE),
        "unconfirmed": in_words("The owner of the service no longer confirms it.", verdicts=_FOR_SENDERS_RISKY),
        "overridden": in_words(_REGISTER),
        "restated": in_words(_REGISTER),
        "reworded": in_words(_REGISTER),
    },
    "meaning": {
        "changed": (
            (RISKY, RISKY, None),
            "The same bodies are accepted as before, and no validator can notice that they have another meaning.",
            "the meaning that {path} gives to bodies changed to: {new}",
        )
    },
    "erratum": {"added": in_words(_REGISTER), "removed": in_words(_REGISTER), "reworded": in_words(_REGISTER)},
    "name": {
        "reserved": in_words(_REGISTER, "{path} must not be used again"),
        "unreserved": in_words(
            "Once the name has a new meaning, a request that uses it in its old meaning is misunderstood.",
            "{path} may be used again",
            verdicts=_FOR_SENDERS_RISKY,
        ),
    },
}
