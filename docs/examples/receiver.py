"""Receives notifications, and keeps each of them once in SQLite.

    PAYMENTS_WEBHOOK_SECRET=whsec_... python receiver.py orders.db 3000

A notification may arrive several times, and in another order than its states. So its identifier is kept, and a state
that is final is never replaced.
"""

import os
import sqlite3
import sys
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer

from payments_api import is_final
from payments_api.webhooks import LARGEST, Event, EventError, SignatureError, UnknownEventError, verify

TABLES = """
CREATE TABLE IF NOT EXISTS notifications (id TEXT PRIMARY KEY, type TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS states (id TEXT PRIMARY KEY, reference TEXT NOT NULL, status TEXT NOT NULL, final INTEGER);
"""
STATE = """
INSERT INTO states VALUES (?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET status = excluded.status, final = excluded.final WHERE NOT final OR excluded.final
"""


def receive(connection: sqlite3.Connection, body: bytes, headers: Mapping[str, str], secret: str) -> HTTPStatus:
    """Return the status that answers a notification; what it reports is committed before."""
    try:
        event = verify(body, headers, secret)
    except SignatureError:
        return HTTPStatus.BAD_REQUEST
    except UnknownEventError:
        return HTTPStatus.NO_CONTENT  # An event of a newer version.
    except EventError as error:
        print(error, file=sys.stderr)
        return HTTPStatus.INTERNAL_SERVER_ERROR  # The service delivers it again, when this program is corrected.
    with connection:
        keep(connection, event)
    return HTTPStatus.NO_CONTENT


def keep(connection: sqlite3.Connection, event: Event) -> None:
    """Keep a notification and the state of its record, unless it arrived before."""
    new = connection.execute("INSERT OR IGNORE INTO notifications VALUES (?, ?)", (event.id, str(event.type)))
    if new.rowcount:
        record = event.data
        connection.execute(STATE, (record.id, record.reference, str(record.status), is_final(record)))


class Handler(BaseHTTPRequestHandler):
    """Answers each POST with the result of `receive`."""

    def do_POST(self) -> None:
        """Receive one notification."""
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(min(length, LARGEST + 1))
        with sqlite3.connect(sys.argv[1]) as connection:
            headers = dict(self.headers.items())
            status = receive(connection, body, headers, os.environ["PAYMENTS_WEBHOOK_SECRET"])
        self.send_response(status)
        self.end_headers()


if __name__ == "__main__":
    with sqlite3.connect(sys.argv[1]) as database:
        database.executescript(TABLES)
    with HTTPServer(("127.0.0.1", int(sys.argv[2])), Handler) as server:
        print(f"listens at http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()
