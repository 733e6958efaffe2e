"""Types of changes around the bodies, and of registers: operations, states, events, problems, gaps and decisions."""

from paycat.changes.taxonomy.change_type import NOTHING_NEW, READS_MORE, B, N, R, Rows, S, from_to, in_words

_ADDED = "What existed before works as before."
_GONE = "Its users no longer receive it."
_NEVER_COMES = "Clients that wait for it wait in vain."
_UNDECIDED = "The rules alone do not show whether every value that was accepted before still is."
_NOT_SENT = "Only documents and the catalogue use the name; no message carries it."
_SERVERS = "Implementations of the generated server have one argument more or less."
_TESTS_ONLY = "The service stays the same; only tests against the sandbox run differently."
_IGNORED = "Clients that ignore unknown codes continue to work."
_BY_STATUS = "Clients that handle an unknown problem by its status continue to work."
_TAKES = from_to("the values of {path}")
_CODE_GONE = "Another code reports it, or none."
_TIMEOUT = from_to("the seconds in which a receiver must respond")
_AGE = "the maximum age of a signature changed from {old} to {new} seconds"
_KEPT = from_to("the hours for which a response is kept")
_ANSWER_TIME = from_to("the seconds within which a response arrives")
_NOTICE = "the notice before removal changed from {old} to {new} months"
_NOT_USED = "No method has this currency, so that nothing shows it."
_PLACES = from_to("the number of decimal places of {path}")

API: Rows = {
    "operation": {
        "added": ((S, S, R), f"{_ADDED} Implementations of the generated server need one more method."),
        "removed": ((B, N, R), "Every call of it is rejected."),
        "renamed": ((N, N, B), "Calls stay the same, but generated clients and servers name functions after it."),
        "moved": ((B, N, N), "Every call of the old path is rejected."),
    },
    "operation request": {"changed": ((B, N, B), "Every old body is rejected.", from_to("the request of {path}"))},
    "answer": {"changed": ((N, B, B), "The status or the body is different.", from_to("the response of {path}"))},
    "answer header": {"added": ((N, S, S), _ADDED), "removed": ((N, B, S), _GONE)},
    "problem": {
        "offered": ((N, S, S), _BY_STATUS, "{path} may respond with the problem {new}"),
        "withdrawn": ((N, S, S), NOTHING_NEW, "{path} no longer responds with the problem {old}"),
        "added": ((N, S, S), _BY_STATUS),
        "removed": ((N, R, B), "Another problem reports it, or none. The generated server cannot raise it."),
        "renamed": ((N, B, B), "Clients that distinguish problems by their type receive an unknown one."),
    },
    "repetition": {
        "rejected": (
            (B, S, S),
            "Clients that send a reference a second time are rejected.",
            "{path}: a reference that was used before is now rejected",
        ),
        "accepted": (
            (R, S, S),
            "Clients that rely on the rejection may request one thing twice.",
            "{path}: a reference that was used before is now accepted",
        ),
    },
    "notification": {
        "linked": ((N, S, N), _ADDED, "{path} leads to the notification {new}"),
        "unlinked": ((N, B, N), _NEVER_COMES, "{path} no longer leads to the notification {old}"),
        "relinked": ((N, B, N), "Clients receive another one.", from_to("the notification of {path}")),
        "added": ((N, S, N), _ADDED),
        "removed": ((N, B, N), _NEVER_COMES),
        "renamed": in_words(_NOT_SENT),
        "changed": ((N, B, N), "Readers receive another body, or events about other states."),
    },
    "stability": {
        "raised": in_words("Changes of it need more notice.", verdicts=(S, S, N)),
        "lowered": in_words("Changes of it need less notice.", verdicts=(R, R, N)),
    },
    "parameter": {
        "added-required": (
            (B, N, R),
            f"Calls without it are rejected. {_SERVERS}",
            "{path} ({new}) was added and is required",
        ),
        "added-optional": (
            (S, N, R),
            f"Calls without it work as before. {_SERVERS}",
            "{path} ({new}) was added and is optional",
        ),
        "removed": ((B, N, R), f"The service ignores it. {_SERVERS}", "{path} ({old}) was removed"),
        "required": ((B, N, S), "Calls without it are rejected.", "{path} became required"),
        "optional": ((S, N, R), "Calls with it work as before. Servers may receive None.", "{path} became optional"),
        "renamed": (
            (B, N, B),
            "The service ignores the old name. Where the parameter is required, the new name is missing.",
            "{path} was renamed from {old} to {new}",
        ),
        "narrowed": ((B, N, S), "A value that was accepted before may be rejected.", _TAKES),
        "widened": ((S, N, S), "Every value that was accepted before still is.", _TAKES),
        "changed": ((R, N, S), _UNDECIDED, _TAKES),
        "declared": in_words(_NOT_SENT, "{path} was added, and no operation uses it"),
        "undeclared": in_words(_NOT_SENT, "{path} was removed, and no operation used it"),
    },
    "path variable": {
        "renamed": in_words(
            "Calls stay the same, as a value in a path has a position and no name. Generated code uses the name.",
            "the path variable of {path} was renamed from {old} to {new}",
            verdicts=(N, N, R),
        )
    },
    "argument": {"renamed": ((N, N, B), "Requests stay the same, but programs use the old argument.")},
    "parameter key": {"changed": in_words(_NOT_SENT, from_to("the key of the parameter"))},
    "header": {
        "required": ((N, S, N), NOTHING_NEW, "{path} is always sent"),
        "optional": ((N, B, N), "Readers may not receive it.", "{path} may be missing"),
        "renamed": ((N, B, N), "The old name is missing.", "{path} was renamed from {old} to {new}"),
        "narrowed": ((N, S, N), NOTHING_NEW, _TAKES),
        "widened": ((N, B, N), READS_MORE, _TAKES),
        "changed": ((N, R, N), _UNDECIDED, _TAKES),
        "declared": in_words(_NOT_SENT, "{path} was added, and no response has it"),
        "undeclared": in_words(_NOT_SENT, "{path} was removed, and no response had it"),
    },
    "header key": {"changed": in_words(_NOT_SENT, from_to("the key of the header"))},
    "state machine": {
        "added": ((N, S, N), _ADDED),
        "removed": ((N, B, N), "Its states are no longer described."),
        "renamed": in_words(_NOT_SENT),
        "changed": ((N, B, N), "Clients that read the state at its old place do not find it."),
    },
    "state": {
        "added": ((N, B, S), "Readers may receive a state that they do not know, which may be final or not."),
        "removed": ((N, B, S), _NEVER_COMES),
    },
    "state finality": {"changed": ((N, B, N), "Clients book money when a state is final: now too early, or never.")},
    "state completion": {"changed": ((N, R, N), "Clients find the time of completion earlier, later, or never.")},
    "initial state": {
        "changed": ((N, R, N), "Responses to creations have another state.", from_to("the initial state of {path}"))
    },
    "transition": {
        "added": ((N, R, N), "Clients that excluded the transition may see it."),
        "removed": ((N, S, N), NOTHING_NEW),
    },
    "event": {
        "added": ((N, S, S), "Clients that ignore unknown events continue to work."),
        "removed": ((N, B, S), _NEVER_COMES),
        "renamed": ((N, B, N), "Clients that wait for the old name wait in vain."),
        "changed": ((N, B, N), "The same event has another meaning."),
    },
    "message header": {"added": ((N, S, N), _ADDED), "removed": ((N, B, N), _GONE)},
    "problem cause": {"changed": ((N, B, N), "The same problem has another meaning.", from_to("the cause of {path}"))},
    "problem status": {"changed": ((N, B, N), "The status decides about retries.", from_to("the status of {path}"))},
    "problem title": {
        "changed": ((N, S, N), "Titles are for people.", "the title of {path} changed from “{old}” to “{new}”")
    },
    "problem base": {
        "changed": ((N, B, N), "Clients do not recognize the types.", from_to("the base of the types of {path}"))
    },
    "problem record": {"changed": ((N, B, B), "Readers receive another body.", from_to("the record of {path}"))},
    "problem media type": {
        "changed": ((N, B, N), "Clients do not recognize a problem.", from_to("the media type of {path}"))
    },
    "violation code": {"added": ((N, S, S), _IGNORED), "removed": ((N, R, S), _CODE_GONE)},
    "failure code": {"added": ((N, S, S), _IGNORED), "removed": ((N, R, S), _CODE_GONE)},
    "delivery": {
        "changed": (
            (N, R, N),
            "Attempts have other times or another number.",
            from_to("the seconds before a notification is sent again"),
        )
    },
    "delivery timeout": {
        "shortened": ((N, B, N), "A receiver that needs the whole time counts as unreachable.", _TIMEOUT),
        "lengthened": ((N, S, N), "A receiver that responds in time still does.", _TIMEOUT),
    },
    "signing": {
        "changed": ((N, B, N), "Receivers reject every notification.", from_to("the signature of notifications"))
    },
    "tolerance": {
        "narrowed": ((N, R, N), "Receivers may have to reject a late notification.", _AGE),
        "widened": ((N, R, N), "Stricter receivers reject notifications that are valid.", _AGE),
    },
    "auth": {
        "changed": ((B, N, B), "Old credentials are rejected.", from_to("the authentication")),
        "renamed": in_words(_NOT_SENT, "the authentication scheme {old} was renamed to {new}"),
    },
    "idempotency": {
        "changed": (
            (B, N, N),
            "The service ignores the old name, and may execute a repeated call twice.",
            from_to("the parameter that makes a call safe to repeat"),
        )
    },
    "replay header": {
        "changed": (
            (N, B, N),
            "Clients that look for the old header take a repeated response for a first one.",
            from_to("the header that marks a repeated response"),
        )
    },
    "retention": {
        "shortened": ((B, N, N), "The service may execute a call twice that is repeated later.", _KEPT),
        "lengthened": (
            (S, N, N),
            "Calls are safe to repeat for longer; a key that is used for another call returns the old response "
            "for longer.",
            _KEPT,
        ),
    },
    "limit": {
        "lowered": ((B, N, N), "A request within the old limit may be rejected."),
        "raised": ((S, N, N), "Requests within the old limit are accepted as before."),
        "added": ((B, N, N), "A request above it is rejected."),
        "removed": ((S, N, N), "Requests within it are accepted as before."),
    },
    "answer time": {
        "lowered": ((S, S, N), "A client with the old timeout receives the response.", _ANSWER_TIME),
        "raised": ((R, R, N), "A client with the old timeout may give up too early.", _ANSWER_TIME),
    },
    "api version": {"changed": ((N, B, N), "Clients may ignore the new version.", from_to("the version of the API"))},
    "notice": {
        "shortened": in_words("There is less time than promised.", _NOTICE, verdicts=(R, R, N)),
        "lengthened": in_words("There is more time.", _NOTICE, verdicts=(S, S, N)),
    },
    "course": {
        "added": in_words(_TESTS_ONLY, verdicts=(S, S, N)),
        "removed": in_words(_TESTS_ONLY, verdicts=(S, S, N)),
        "changed": in_words(_TESTS_ONLY, verdicts=(S, S, N)),
    },
    "outcome": {
        "added": in_words(_TESTS_ONLY, verdicts=(S, S, N)),
        "removed": in_words(_TESTS_ONLY, verdicts=(S, S, N)),
        "changed": in_words(_TESTS_ONLY, verdicts=(S, S, N)),
    },
    "sandbox key": {"changed": in_words(_TESTS_ONLY, from_to("the key that the sandbox accepts"), verdicts=(S, S, N))},
    "base address": {"changed": ((B, N, N), "The old address may not respond.", from_to("the base address"))},
    "package": {"renamed": ((N, N, B), "Every import uses the old name.", "the package {old} was renamed to {new}")},
    "npm package": {
        "renamed": ((N, N, B), "Every import uses the old name.", "the npm package {old} was renamed to {new}")
    },
    "pack": {
        "switched-off": ((N, N, R), "Its users receive no new version.", "{new} is no longer generated"),
        "switched-on": ((N, N, S), "Nothing else changes.", "{old} is generated again"),
    },
    "version": {"changed": in_words("It shows how far the rest changed.", from_to("the version of the catalogue"))},
    "currency": {"added": in_words(_NOT_USED), "removed": in_words(_NOT_USED)},
    "exponent": {
        "raised": (
            (S, R, N),
            "Every amount that was accepted before still is. Readers may receive amounts with more decimal places.",
            _PLACES,
        ),
        "lowered": ((R, S, N), "Amounts with more decimal places may be rejected.", _PLACES),
    },
    "limitation": {
        "added": (
            (R, N, N),
            "Validation by that artefact accepts more bodies.",
            "{path} was added: the artefact cannot express the rule",
        ),
        "removed": (
            (S, N, N),
            "The service rejects the same bodies as before.",
            "{path} was removed: the artefact expresses the rule",
        ),
    },
}


_REGISTER = "Only the registers of the catalogue say so. What it changes for bodies is a change of its own."
_DECIDED = "The catalogue states the rule."
_FOR_SENDERS_RISKY, _FOR_SENDERS_SAFE = (R, N, N), (S, N, N)


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
            (R, R, N),
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
