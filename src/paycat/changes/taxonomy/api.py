"""Types of changes around the bodies: operations, parameters, states, events, problems and terms of the service.

Where other tools disagree: an addition is safe for a client that ignores what it does not know, and a removal or a new
name breaks its users. No client may ignore a state, as money depends on whether it is final. The verdicts in each row
are those for senders, for readers, and for importers of the package.
"""

from paycat.changes.taxonomy.change_type import BREAKING, RISKY, SAFE, ChangeType, from_to, in_words

B, R, S, N = BREAKING, RISKY, SAFE, None

_ADDED = "What existed before works as before."
_GONE = "Its users no longer receive it."
_NEVER_COMES = "Clients that wait for it wait in vain."
_NOTHING_NEW = "Readers receive nothing new."
_READS_MORE = "Readers may receive values that they never received before."
_UNDECIDED = "The rules alone do not show whether every value that was accepted before still is."
_NOT_SENT = "Only documents and the catalogue use the name; no message carries it."
_SERVERS = "Implementations of the generated server have one argument more or less."
_TESTS_ONLY = "The service stays the same; only tests against the sandbox run differently."
_IGNORED = "Clients that ignore unknown codes continue to work."
_BY_STATUS = "Clients that handle an unknown problem by its status continue to work."


class ApiChange:
    """The types, by name."""

    OPERATION_ADDED = ChangeType((S, S, R), f"{_ADDED} Implementations of the generated server need one more method.")
    OPERATION_REMOVED = ChangeType((B, N, R), "Every call of it is rejected.")
    OPERATION_RENAMED = ChangeType(
        (N, N, B), "Calls stay the same, but generated clients and servers name functions after it."
    )
    OPERATION_MOVED = ChangeType((B, N, N), "Every call of the old path is rejected.")
    OPERATION_REQUEST_CHANGED = ChangeType((B, N, B), "Every old body is rejected.", from_to("the request of {path}"))
    ANSWER_CHANGED = ChangeType((N, B, B), "The status or the body is different.", from_to("the response of {path}"))
    ANSWER_HEADER_ADDED = ChangeType((N, S, S), _ADDED)
    ANSWER_HEADER_REMOVED = ChangeType((N, B, S), _GONE)
    PROBLEM_OFFERED = ChangeType((N, S, S), _BY_STATUS, "{path} may respond with the problem {new}")
    PROBLEM_WITHDRAWN = ChangeType((N, S, S), _NOTHING_NEW, "{path} no longer responds with the problem {old}")
    NOTIFICATION_LINKED = ChangeType((N, S, N), _ADDED, "{path} leads to the notification {new}")
    NOTIFICATION_UNLINKED = ChangeType((N, B, N), _NEVER_COMES, "{path} no longer leads to the notification {old}")
    NOTIFICATION_RELINKED = ChangeType((N, B, N), "Clients receive another one.", from_to("the notification of {path}"))
    STABILITY_RAISED = in_words("Changes of it need more notice.", verdicts=(S, S, N))
    STABILITY_LOWERED = in_words("Changes of it need less notice.", verdicts=(R, R, N))

    PARAMETER_ADDED_REQUIRED = ChangeType(
        (B, N, R), f"Calls without it are rejected. {_SERVERS}", "{path} ({new}) was added and is required"
    )
    PARAMETER_ADDED_OPTIONAL = ChangeType(
        (S, N, R), f"Calls without it work as before. {_SERVERS}", "{path} ({new}) was added and is optional"
    )
    PARAMETER_REMOVED = ChangeType((B, N, R), f"The service ignores it. {_SERVERS}", "{path} ({old}) was removed")
    PARAMETER_REQUIRED = ChangeType((B, N, S), "Calls without it are rejected.", "{path} became required")
    PARAMETER_OPTIONAL = ChangeType(
        (S, N, R), "Calls with it work as before. Servers may receive None.", "{path} became optional"
    )
    PARAMETER_RENAMED = ChangeType(
        (B, N, B),
        "The service ignores the old name. Where the parameter is required, the new name is missing.",
        "{path} was renamed from {old} to {new}",
    )
    PATH_VARIABLE_RENAMED = in_words(
        "Calls stay the same, as a value in a path has a position and no name. Generated code uses the name.",
        "the path variable of {path} was renamed from {old} to {new}",
        verdicts=(N, N, R),
    )
    _TAKES = from_to("the values of {path}")
    PARAMETER_NARROWED = ChangeType((B, N, S), "A value that was accepted before may be rejected.", _TAKES)
    PARAMETER_WIDENED = ChangeType((S, N, S), "Every value that was accepted before still is.", _TAKES)
    PARAMETER_CHANGED = ChangeType((R, N, S), _UNDECIDED, _TAKES)
    PARAMETER_KEY_CHANGED = in_words(_NOT_SENT, from_to("the key of the parameter"))
    PARAMETER_DECLARED = in_words(_NOT_SENT, "{path} was added, and no operation uses it")
    PARAMETER_UNDECLARED = in_words(_NOT_SENT, "{path} was removed, and no operation used it")
    HEADER_REQUIRED = ChangeType((N, S, N), _NOTHING_NEW, "{path} is always sent")
    HEADER_OPTIONAL = ChangeType((N, B, N), "Readers may not receive it.", "{path} may be missing")
    HEADER_RENAMED = ChangeType((N, B, N), "The old name is missing.", "{path} was renamed from {old} to {new}")
    HEADER_NARROWED = ChangeType((N, S, N), _NOTHING_NEW, _TAKES)
    HEADER_WIDENED = ChangeType((N, B, N), _READS_MORE, _TAKES)
    HEADER_CHANGED = ChangeType((N, R, N), _UNDECIDED, _TAKES)
    HEADER_KEY_CHANGED = in_words(_NOT_SENT, from_to("the key of the header"))
    HEADER_DECLARED = in_words(_NOT_SENT, "{path} was added, and no response has it")
    HEADER_UNDECLARED = in_words(_NOT_SENT, "{path} was removed, and no response had it")

    STATE_MACHINE_ADDED = ChangeType((N, S, N), _ADDED)
    STATE_MACHINE_REMOVED = ChangeType((N, B, N), "Its states are no longer described.")
    STATE_MACHINE_RENAMED = in_words(_NOT_SENT)
    STATE_MACHINE_CHANGED = ChangeType((N, B, N), "Clients that read the state at its old place do not find it.")
    STATE_ADDED = ChangeType((N, B, S), "Readers may receive a state that they do not know, which may be final or not.")
    STATE_REMOVED = ChangeType((N, B, S), _NEVER_COMES)
    STATE_FINALITY_CHANGED = ChangeType((N, B, N), "Clients book money when a state is final: now too early, or never.")
    STATE_COMPLETION_CHANGED = ChangeType((N, R, N), "Clients find the time of completion earlier, later, or never.")
    INITIAL_STATE_CHANGED = ChangeType(
        (N, R, N), "Responses to creations have another state.", from_to("the initial state of {path}")
    )
    TRANSITION_ADDED = ChangeType((N, R, N), "Clients that excluded the transition may see it.")
    TRANSITION_REMOVED = ChangeType((N, S, N), _NOTHING_NEW)
    EVENT_ADDED = ChangeType((N, S, S), "Clients that ignore unknown events continue to work.")
    EVENT_REMOVED = ChangeType((N, B, S), _NEVER_COMES)
    EVENT_RENAMED = ChangeType((N, B, N), "Clients that wait for the old name wait in vain.")
    EVENT_CHANGED = ChangeType((N, B, N), "The same event has another meaning.")
    NOTIFICATION_ADDED = ChangeType((N, S, N), _ADDED)
    NOTIFICATION_REMOVED = ChangeType((N, B, N), _NEVER_COMES)
    NOTIFICATION_RENAMED = in_words(_NOT_SENT)
    NOTIFICATION_CHANGED = ChangeType((N, B, N), "Readers receive another body, or events about other states.")
    MESSAGE_HEADER_ADDED = ChangeType((N, S, N), _ADDED)
    MESSAGE_HEADER_REMOVED = ChangeType((N, B, N), _GONE)

    PROBLEM_ADDED = ChangeType((N, S, S), _BY_STATUS)
    PROBLEM_REMOVED = ChangeType(
        (N, R, B), "Another problem reports it, or none. The generated server cannot raise it."
    )
    PROBLEM_RENAMED = ChangeType((N, B, B), "Clients that distinguish problems by their type receive an unknown one.")
    PROBLEM_CAUSE_CHANGED = ChangeType(
        (N, B, N), "The same problem has another meaning.", from_to("the cause of {path}")
    )
    PROBLEM_STATUS_CHANGED = ChangeType((N, B, N), "The status decides about retries.", from_to("the status of {path}"))
    PROBLEM_TITLE_CHANGED = ChangeType(
        (N, S, N), "Titles are for people.", "the title of {path} changed from “{old}” to “{new}”"
    )
    PROBLEM_BASE_CHANGED = ChangeType(
        (N, B, N), "Clients do not recognize the types.", from_to("the base of the types of {path}")
    )
    PROBLEM_RECORD_CHANGED = ChangeType((N, B, B), "Readers receive another body.", from_to("the record of {path}"))
    PROBLEM_MEDIA_TYPE_CHANGED = ChangeType(
        (N, B, N), "Clients do not recognize a problem.", from_to("the media type of {path}")
    )
    _CODE_GONE = "Another code reports it, or none."
    VIOLATION_CODE_ADDED = ChangeType((N, S, S), _IGNORED)
    VIOLATION_CODE_REMOVED = ChangeType((N, R, S), _CODE_GONE)
    FAILURE_CODE_ADDED = ChangeType((N, S, S), _IGNORED)
    FAILURE_CODE_REMOVED = ChangeType((N, R, S), _CODE_GONE)

    DELIVERY_CHANGED = ChangeType(
        (N, R, N),
        "Attempts have other times or another number.",
        from_to("the seconds before a notification is sent again"),
    )
    _TIMEOUT = from_to("the seconds in which a receiver must respond")
    DELIVERY_TIMEOUT_SHORTENED = ChangeType(
        (N, B, N), "A receiver that needs the whole time counts as unreachable.", _TIMEOUT
    )
    DELIVERY_TIMEOUT_LENGTHENED = ChangeType((N, S, N), "A receiver that responds in time still does.", _TIMEOUT)
    SIGNING_CHANGED = ChangeType(
        (N, B, N), "Receivers reject every notification.", from_to("the signature of notifications")
    )
    _AGE = "the maximum age of a signature changed from {old} to {new} seconds"
    TOLERANCE_NARROWED = ChangeType((N, R, N), "Receivers may have to reject a late notification.", _AGE)
    TOLERANCE_WIDENED = ChangeType((N, R, N), "Stricter receivers reject notifications that are valid.", _AGE)
    AUTH_CHANGED = ChangeType((B, N, B), "Old credentials are rejected.", from_to("the authentication"))
    AUTH_RENAMED = in_words(_NOT_SENT, "the authentication scheme {old} was renamed to {new}")
    IDEMPOTENCY_CHANGED = ChangeType(
        (B, N, N),
        "The service ignores the old name, and may execute a repeated call twice.",
        from_to("the parameter that makes a call safe to repeat"),
    )
    REPLAY_HEADER_CHANGED = ChangeType(
        (N, B, N),
        "Clients that look for the old header take a repeated response for a first one.",
        from_to("the header that marks a repeated response"),
    )
    _KEPT = from_to("the hours for which a response is kept")
    RETENTION_SHORTENED = ChangeType((B, N, N), "The service may execute a call twice that is repeated later.", _KEPT)
    RETENTION_LENGTHENED = ChangeType(
        (S, N, N),
        "Calls are safe to repeat for longer; a key that is used for another call returns the old response for longer.",
        _KEPT,
    )
    LIMIT_LOWERED = ChangeType((B, N, N), "A request within the old limit may be rejected.")
    LIMIT_RAISED = ChangeType((S, N, N), "Requests within the old limit are accepted as before.")
    LIMIT_ADDED = ChangeType((B, N, N), "A request above it is rejected.")
    LIMIT_REMOVED = ChangeType((S, N, N), "Requests within it are accepted as before.")
    _ANSWER_TIME = from_to("the seconds within which a response arrives")
    ANSWER_TIME_LOWERED = ChangeType((S, S, N), "A client with the old timeout receives the response.", _ANSWER_TIME)
    ANSWER_TIME_RAISED = ChangeType((R, R, N), "A client with the old timeout may give up too early.", _ANSWER_TIME)
    API_VERSION_CHANGED = ChangeType(
        (N, B, N), "Clients may ignore the new version.", from_to("the version of the API")
    )
    _NOTICE = "the notice before removal changed from {old} to {new} months"
    NOTICE_SHORTENED = in_words("There is less time than promised.", _NOTICE, verdicts=(R, R, N))
    NOTICE_LENGTHENED = in_words("There is more time.", _NOTICE, verdicts=(S, S, N))
    COURSE_ADDED = in_words(_TESTS_ONLY, verdicts=(S, S, N))
    COURSE_REMOVED = in_words(_TESTS_ONLY, verdicts=(S, S, N))
    COURSE_CHANGED = in_words(_TESTS_ONLY, verdicts=(S, S, N))
    OUTCOME_ADDED = in_words(_TESTS_ONLY, verdicts=(S, S, N))
    OUTCOME_REMOVED = in_words(_TESTS_ONLY, verdicts=(S, S, N))
    OUTCOME_CHANGED = in_words(_TESTS_ONLY, verdicts=(S, S, N))
    SANDBOX_KEY_CHANGED = in_words(_TESTS_ONLY, from_to("the key that the sandbox accepts"), verdicts=(S, S, N))
    BASE_ADDRESS_CHANGED = ChangeType((B, N, N), "The old address may not respond.", from_to("the base address"))
    PACKAGE_RENAMED = ChangeType((N, N, B), "Every import uses the old name.", "the package {old} was renamed to {new}")
    PACK_SWITCHED_OFF = ChangeType((N, N, R), "Its users receive no new version.", "{new} is no longer generated")
    PACK_SWITCHED_ON = ChangeType((N, N, S), "Nothing else changes.", "{old} is generated again")
    VERSION_CHANGED = in_words("It shows how far the rest changed.", from_to("the version of the catalogue"))
    _NOT_USED = "No method has this currency, so that nothing shows it."
    CURRENCY_ADDED = in_words(_NOT_USED)
    CURRENCY_REMOVED = in_words(_NOT_USED)
    _PLACES = from_to("the number of decimal places of {path}")
    EXPONENT_RAISED = ChangeType(
        (S, R, N),
        "Every amount that was accepted before still is. Readers may receive amounts with more decimal places.",
        _PLACES,
    )
    EXPONENT_LOWERED = ChangeType((R, S, N), "Amounts with more decimal places may be rejected.", _PLACES)
    LIMITATION_ADDED = ChangeType(
        (R, N, N),
        "Validation by that artefact accepts more bodies.",
        "{path} was added: the artefact cannot express the rule",
    )
    LIMITATION_REMOVED = ChangeType(
        (S, N, N),
        "The service rejects the same bodies as before.",
        "{path} was removed: the artefact expresses the rule",
    )
