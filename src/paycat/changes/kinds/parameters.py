"""Kinds of changes of parameters, which are sent, and of headers, which are read."""

from paycat.changes.kinds.kind import BREAKING, RISKY, SAFE, Kind

_NARROWS = "A value that was sent before may be refused."
_WIDENS = "What was sent before is still accepted."
_READS_LESS = "Whoever reads it meets nothing new."
_READS_MORE = "Whoever reads it may meet what could not come before."
_UNKNOWN = "Whether every value that was taken before is still taken cannot be told from the rule alone."
_INNER = "The name stands in documents and in the catalogue; no message carries it."
_MAKERS = "Whoever implements the generated server has one argument more or less to take."

KINDS = (
    Kind(
        "parameter-added-required",
        "parameter-removed",
        "{path} ({new}) was added, and must be sent",
        f"Calls without it are refused. {_MAKERS}",
        sender=BREAKING,
        source=RISKY,
    ),
    Kind(
        "parameter-added-optional",
        "parameter-removed",
        "{path} ({new}) was added, and may be left out",
        f"Calls without it are answered as before. {_MAKERS}",
        sender=SAFE,
        source=RISKY,
    ),
    Kind(
        "parameter-removed",
        "parameter-added-optional",
        "{path} ({old}) was removed",
        f"What it asked for is not done any more, and nobody is told. {_MAKERS}",
        sender=BREAKING,
        source=RISKY,
    ),
    Kind(
        "parameter-required",
        "parameter-optional",
        "{path} must be sent now",
        "Calls without it are refused.",
        sender=BREAKING,
        source=SAFE,
    ),
    Kind(
        "parameter-optional",
        "parameter-required",
        "{path} may be left out now",
        "Calls with it are answered as before. Whoever implements the generated server may get nothing.",
        sender=SAFE,
        source=RISKY,
    ),
    Kind(
        "parameter-renamed",
        "parameter-renamed",
        "{path} is the {new} now, and was the {old}",
        "Under the old name it is passed over, and missed where it must be sent.",
        sender=BREAKING,
        source=BREAKING,
    ),
    Kind(
        "path-variable-renamed",
        "path-variable-renamed",
        "{path} names its variable as {new} now, and did as {old}",
        "A value in a path has a position and no name, so calls go the same way; generated code names it.",
        source=RISKY,
        is_wire=False,
    ),
    Kind(
        "parameter-narrowed",
        "parameter-widened",
        "{path} takes {new} now, and took {old}",
        _NARROWS,
        sender=BREAKING,
        source=SAFE,
    ),
    Kind(
        "parameter-widened",
        "parameter-narrowed",
        "{path} takes {new} now, and took {old}",
        _WIDENS,
        sender=SAFE,
        source=SAFE,
    ),
    Kind(
        "parameter-changed",
        "parameter-changed",
        "{path} takes {new} now, and took {old}",
        _UNKNOWN,
        sender=RISKY,
        source=SAFE,
    ),
    Kind(
        "parameter-key-changed",
        "parameter-key-changed",
        "the parameter {old} is listed as {new} now",
        _INNER,
        is_wire=False,
    ),
    Kind(
        "parameter-declared",
        "parameter-undeclared",
        "{path} was added, and nothing takes it",
        _INNER,
        is_wire=False,
    ),
    Kind(
        "parameter-undeclared",
        "parameter-declared",
        "{path} was removed, and nothing took it",
        _INNER,
        is_wire=False,
    ),
    Kind("header-required", "header-optional", "{path} always comes now", _READS_LESS, reader=SAFE),
    Kind("header-optional", "header-required", "{path} may be missing now", _READS_MORE, reader=BREAKING),
    Kind(
        "header-renamed",
        "header-renamed",
        "{path} is {new} now, and was {old}",
        "Whoever reads it under the old name finds nothing there.",
        reader=BREAKING,
    ),
    Kind("header-narrowed", "header-widened", "{path} has {new} now, and had {old}", _READS_LESS, reader=SAFE),
    Kind("header-widened", "header-narrowed", "{path} has {new} now, and had {old}", _READS_MORE, reader=BREAKING),
    Kind("header-changed", "header-changed", "{path} has {new} now, and had {old}", _UNKNOWN, reader=RISKY),
    Kind(
        "header-key-changed",
        "header-key-changed",
        "the header {old} is listed as {new} now",
        _INNER,
        is_wire=False,
    ),
    Kind("header-declared", "header-undeclared", "{path} was added, and nothing has it", _INNER, is_wire=False),
    Kind("header-undeclared", "header-declared", "{path} was removed, and nothing had it", _INNER, is_wire=False),
)
