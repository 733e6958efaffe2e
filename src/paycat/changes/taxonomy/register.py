"""Types of changes of gaps, decisions, errata and reserved names. No message carries any of them."""

from paycat.changes.taxonomy.change_type import RISKY, SAFE, ChangeType, in_words

_REGISTER = "Only the registers of the catalogue say so. What it changes for bodies is a change of its own."
_DECIDED = "The catalogue states the rule."
_FOR_SENDERS_RISKY, _FOR_SENDERS_SAFE = (RISKY, None, None), (SAFE, None, None)


class RegisterChange:
    """The types, by name."""

    GAP_OPENED = in_words("The rule is not decided and may change.", "{path} is open", verdicts=_FOR_SENDERS_RISKY)
    GAP_DECIDED = in_words(_DECIDED, verdicts=_FOR_SENDERS_SAFE)
    GAP_RESOLVED = in_words(_DECIDED, verdicts=_FOR_SENDERS_SAFE)
    GAP_RESTATED = in_words(_REGISTER)
    GAP_ADDED = in_words(_REGISTER)
    GAP_REMOVED = in_words(_REGISTER)
    GAP_REWORDED = in_words(_REGISTER)
    DECISION_ADDED = in_words(_REGISTER)
    DECISION_REMOVED = in_words(_REGISTER)
    DECISION_SWITCHED = in_words(_REGISTER, "the choice of {path} changed to: {new}")
    MEANING_CHANGED = ChangeType(
        (RISKY, RISKY, None),
        "The same bodies are accepted as before, and no validator can notice that they have another meaning.",
        "the meaning that {path} gives to bodies changed to: {new}",
    )
    DECISION_CONFIRMED = in_words("The owner of the service confirms it.", verdicts=_FOR_SENDERS_SAFE)
    DECISION_UNCONFIRMED = in_words("The owner of the service no longer confirms it.", verdicts=_FOR_SENDERS_RISKY)
    DECISION_OVERRIDDEN = in_words(_REGISTER)
    DECISION_RESTATED = in_words(_REGISTER)
    DECISION_REWORDED = in_words(_REGISTER)
    ERRATUM_ADDED = in_words(_REGISTER)
    ERRATUM_REMOVED = in_words(_REGISTER)
    ERRATUM_REWORDED = in_words(_REGISTER)
    NAME_RESERVED = in_words(_REGISTER, "{path} must not be used again")
    NAME_UNRESERVED = in_words(
        "Once the name has a new meaning, a request that uses it in its old meaning is misunderstood.",
        "{path} may be used again",
        verdicts=_FOR_SENDERS_RISKY,
    )
