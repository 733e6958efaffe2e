# Part of paycat's runtime, copied unchanged. Do not edit.

"""Logs: one JSON object a line. None has a value of a request."""

import json
import logging
import time

from .masking import without_long_numbers


class JsonFormatter(logging.Formatter):
    """Writes a record of the log as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        if record.name == "uvicorn.access" and isinstance(record.args, tuple):
            record.args = tuple(
                path_without_values(one) if isinstance(one, str) else one
                for one in record.args
            )
        moment = time.gmtime(record.created)
        members = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", moment),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info:
            members["error"] = self.formatException(record.exc_info)
        return json.dumps(members, ensure_ascii=False)


def path_without_values(path: str) -> str:
    """Return a path without its query and without long numbers, which may be those of a card or an account."""
    return without_long_numbers(path.partition("?")[0])


def log_as_json() -> None:
    """Let this process write its logs as JSON, to its standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("httpx").setLevel(logging.WARNING)
