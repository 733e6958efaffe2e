# Part of paycat's runtime, copied unchanged. Do not edit.

"""The time of the sandbox: that of the machine, and as much more as it was turned forward.

Waiting is a delayed workflow of the engine. Its last argument is when it is due, by this clock; if the clock is
turned, each delay is set again. Doing so twice is harmless.
"""

import time
from datetime import UTC, datetime

from dbos import DBOSClient
from sqlalchemy import Connection

from .store import Store

_SETTING = "clock"
_LONGEST_YEARS = 100


class Clock:
    """The clock of a sandbox, which all workers share."""

    def __init__(self, store: Store, client: DBOSClient) -> None:
        self._store = store
        self._client = client

    def now(self, connection: Connection | None = None) -> float:
        """Return the time in seconds since 1970."""
        return time.time() + self.turned(connection)

    def turned(self, connection: Connection | None = None) -> float:
        """Return by how many seconds it was turned forward."""
        return float(self._store.setting(_SETTING, connection) or "0")

    def advance(self, seconds: float) -> float:
        """Turn the clock forward, and return the new time.

        Raises ValueError if the clock would run backwards, or leave this century far behind.
        """
        with self._store.transaction() as connection:
            turned = self.turned(connection) + seconds
            if seconds < 0 or turned > _LONGEST_YEARS * 366 * 86_400:
                raise ValueError(
                    f"The clock turns forward only, and at most {_LONGEST_YEARS} years in all."
                )
            self._store.write_setting(connection, _SETTING, repr(turned))
        self.wake()
        return self.now()

    def wake(self) -> None:
        """Set the delay of everything that waits by the present time."""
        waiting = self._client.list_workflows(status="DELAYED", load_output=False)
        now = self.now()
        for one in waiting:
            arguments = one.input["args"] if one.input else ()
            if arguments:
                delay = max(0.0, float(arguments[-1]) - now)
                self._client.set_workflow_delay(one.workflow_id, delay_seconds=delay)


def timestamp(seconds: float) -> str:
    """Return a time as records have it: RFC 3339 in UTC, with milliseconds."""
    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
