# Part of paycat's runtime, copied unchanged. Do not edit.

"""The database: an SQLite file or PostgreSQL, with the tables of the sandbox and those of its workflow engine.

No table has a card or account number, or anything else of a request that its record does not repeat.
"""

import base64
import hashlib
import os
import re
import secrets
import tempfile
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import (
    URL,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool

VERSION = "4"
"""Version of the tables. A database with another version is rejected."""

_SECONDS_TO_WAIT = 30
_SECONDS_TO_CONNECT = 10
_CONNECTIONS = 20
_SQLITE_CONNECTIONS = 4

_URL = re.compile("[A-Za-z][A-Za-z0-9+.-]+:")
"""How a URL begins; a single letter is a drive of Windows."""

_ALONE = {
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": "SELECT pg_advisory_xact_lock(7289)",
}
"""What lets others wait until a transaction ends, in each kind of database."""

_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
_ADVICE = (
    "The database must be an SQLite file, such as sandbox.db,"
    " or the URL of a PostgreSQL database, such as postgresql+psycopg://user@localhost/name."
)

_METADATA = MetaData()

SETTINGS = Table(
    "sandbox_settings",
    _METADATA,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
RECORDS = Table(
    "sandbox_records",
    _METADATA,
    Column("id", String(64), primary_key=True),
    Column("machine", String(128), nullable=False),
    Column("state", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("reference", Text, nullable=False),
    Column("unique_reference", Text),
    Column("address", Text),
    Column("body", Text, nullable=False),
    Column("plan", Text, nullable=False),
    Column("muted", Boolean, nullable=False),
    Column("created_at", Float, nullable=False),
    UniqueConstraint("machine", "unique_reference"),
    Index("sandbox_records_by_reference", "machine", "reference", "id"),
    Index("sandbox_records_by_machine", "machine", "id"),
    # All that the page looks for, so that it need not read the bodies.
    Index("sandbox_records_shown", "id", "machine", "state", "reference"),
)
KEYS = Table(
    "sandbox_keys",
    _METADATA,
    Column("operation", String(255), primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("answer", Text, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("ready_at", Float, nullable=False),
)
EVENTS = Table(
    "sandbox_events",
    _METADATA,
    Column("id", String(64), primary_key=True),
    Column("record_id", String(64), nullable=False, index=True),
    Column("name", String(255), nullable=False),
    Column("at", Float, nullable=False),
    Column("address", Text),
    Column("body", Text, nullable=False),
)
ATTEMPTS = Table(
    "sandbox_attempts",
    _METADATA,
    Column("event_id", String(64), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("status", Integer),
    Column("note", Text, nullable=False),
)
NONCES = Table(
    "sandbox_nonces",
    _METADATA,
    Column("digest", String(64), primary_key=True),
    Column("until", Float, nullable=False, index=True),
)
PROVOKED = Table(
    "sandbox_provoked",
    _METADATA,
    Column("operation", String(255), primary_key=True),
    Column("reference", String(255), primary_key=True),
    Column("times", Integer, nullable=False),
)
REQUESTS = Table(
    "sandbox_requests",
    _METADATA,
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("http_method", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("status", Integer, nullable=False),
    Column("replayed", Boolean, nullable=False),
    Column("problem", Text, nullable=False),
    Column("reference", Text, nullable=False),
    Column("record", String(64), nullable=False, index=True),
    Column("sent", Text, nullable=False),
    Column("sent_note", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("answer_note", Text, nullable=False),
)


class WrongDatabaseError(Exception):
    """The database cannot be used; the message is a sentence that says why."""


class Store:
    """A database that is ready to use."""

    def __init__(self, database: str) -> None:
        """Take the URL of a database, or the path of an SQLite file.

        Raises WrongDatabaseError if it is neither.
        """
        try:
            self.engine = _engine(database)
        except (ArgumentError, ValueError):
            raise WrongDatabaseError(_ADVICE) from None

    def prepare(self) -> None:
        """Create the tables and the secrets if the database has none, all or nothing, whoever does so at the same time.

        Raises WrongDatabaseError if it cannot be reached, or its tables have another version.
        """
        shown = self.engine.url.render_as_string(hide_password=True)
        try:
            with self.engine.begin() as connection:
                connection.exec_driver_sql(_ALONE[self.engine.dialect.name])
                if not inspect(connection).has_table(SETTINGS.name):
                    _METADATA.create_all(connection)
                    connection.execute(insert(SETTINGS), _initial())
                found = self.setting("version", connection)
        except (DBAPIError, TypeError, ValueError) as error:
            reason = str(getattr(error, "orig", error)).partition("\n")[0]
            raise WrongDatabaseError(
                f"The database {shown} cannot be used: {reason}"
            ) from None
        if found is None:
            raise WrongDatabaseError(
                f"The database {shown} belongs to another program. Use another one."
            )
        if found != VERSION:
            raise WrongDatabaseError(
                f"The database has version {found} of the sandbox's tables; this is version {VERSION}."
                " Use another database, or delete this one."
            )

    def transaction(self) -> AbstractContextManager[Connection]:
        """Return a connection whose changes are kept together, or not at all."""
        return self.engine.begin()

    def rows(self, statement: Any) -> list[dict[str, Any]]:
        """Return the rows of a query."""
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(statement).mappings()]

    def setting(self, name: str, connection: Connection | None = None) -> str | None:
        """Return the value of a setting; None if there is none."""
        statement = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
        if connection is not None:
            return connection.scalar(statement)
        with self.engine.connect() as own:
            return own.scalar(statement)

    def secret(self, name: str) -> str:
        """Return a secret that `prepare` created."""
        value = self.setting(name)
        assert value is not None, "the database is prepared"
        return value

    def write_setting(self, connection: Connection, name: str, value: str) -> None:
        """Change the value of a setting."""
        connection.execute(
            update(SETTINGS).where(SETTINGS.c.name == name).values(value=value)
        )

    def beginning_of_locks(self) -> str:
        """Return what the paths of its lock files begin with: the same however the URL names this database.

        Raises WrongDatabaseError if it is in memory.
        """
        with self.engine.connect() as connection:
            if self.engine.dialect.name == "sqlite":
                [main, *_] = connection.exec_driver_sql("PRAGMA database_list").all()
                if not main[2]:
                    raise WrongDatabaseError(_ADVICE)
                return os.path.realpath(str(main[2]))
            place = "SELECT current_setting('port'), current_database()"
            names = connection.exec_driver_sql(place).one()
        # The key differs by database; only a copy of it has the same one, at another place.
        text = " ".join([self.secret("fingerprint_key"), *names])
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        return os.path.join(tempfile.gettempdir(), f"sandbox-{digest}")

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _initial() -> list[dict[str, str]]:
    initial = {
        "version": VERSION,
        "clock": "0",
        "signing_secret": f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}",
        "fingerprint_key": secrets.token_hex(32),
    }
    return [{"name": name, "value": value} for name, value in initial.items()]


def _url(database: str) -> URL:
    """Return the URL of a database, which may be the path of an SQLite file. Raises ArgumentError or ValueError."""
    if not _URL.match(database):
        return URL.create("sqlite", database=database)
    url = make_url(database)
    kind = url.get_backend_name()
    if kind not in _DRIVERS:
        raise ValueError(kind)
    return url.set(drivername=_DRIVERS[kind])


def _engine(database: str) -> Engine:
    url = _url(database)
    patience = url.query.get("connect_timeout", _SECONDS_TO_CONNECT)
    if url.get_backend_name() != "sqlite":
        return create_engine(
            url,
            pool_size=_CONNECTIONS,
            max_overflow=_CONNECTIONS,
            pool_pre_ping=True,
            connect_args={"connect_timeout": patience},
        )
    # Threads wait for a connection in order; connections that wait for the file sleep, and try again.
    engine = create_engine(
        url, poolclass=QueuePool, pool_size=_SQLITE_CONNECTIONS, max_overflow=0
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        # Writers queue for the file. A killed process loses no commit; only a power cut may.
        connection.isolation_level = "IMMEDIATE"
        for pragma in (
            "journal_mode=WAL",
            "synchronous=NORMAL",
            f"busy_timeout={_SECONDS_TO_WAIT * 1000}",
            "foreign_keys=ON",
        ):
            connection.execute(f"PRAGMA {pragma}")

    return engine
