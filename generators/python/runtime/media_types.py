# Part of paycat's runtime, copied unchanged. Do not edit.

"""Reads the media type and its parameters from the header Content-Type."""

from email.message import Message


def parsed(header: str) -> tuple[str, str]:
    """Return a media type without its parameters, and its charset; empty if it names none."""
    kind, parameters = _parts(header)
    return kind, parameters.get("charset", "").lower()


def is_of(header: str, media_type: str) -> bool:
    """Return whether a body in UTF-8 has a media type with all of its parameters; others do not matter."""
    kind, parameters = _parts(header)
    wanted_kind, wanted = _parts(media_type)
    is_utf8 = parameters.get("charset", "").lower() in ("", "utf-8")
    return kind == wanted_kind and is_utf8 and wanted.items() <= parameters.items()


def _parts(header: str) -> tuple[str, dict[str, str]]:
    if ";" not in header:
        return header.strip().lower(), {}
    message = Message()
    message["Content-Type"] = header
    values: dict[str, set[str]] = {}
    for name, value in message.get_params([])[1:]:
        values.setdefault(name.lower(), set()).add(str(value).strip() or "?")
    kind = header.partition(";")[0].strip().lower()
    return kind, {name: ",".join(sorted(several)) for name, several in values.items()}
