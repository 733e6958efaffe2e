# Part of paycat's runtime, copied unchanged. Do not edit.

"""Reads the media type and the charset from the header Content-Type."""

from email.message import Message


def parsed(header: str) -> tuple[str, str]:
    """Return a media type without its parameters, and its charset; empty if it names none."""
    if ";" not in header:
        return header.strip().lower(), ""
    message = Message()
    message["Content-Type"] = header
    charsets = {
        str(value).strip().lower() or "?"
        for name, value in message.get_params([])
        if name.lower() == "charset"
    }
    kind = header.partition(";")[0].strip().lower()
    return kind, ",".join(sorted(charsets))
