"""Sends a payout once, however often the program is started or the answer is lost.

    PAYMENTS_BASE_URL=http://127.0.0.1:8000 PAYMENTS_API_KEY=sk_test_example \\
        python payout.py orders.db order-1 150.00 a.person@bank

The idempotency key is in the database before anything is sent. If no answer arrives, the same request is sent again
with the same key, and the service pays once.
"""

import sqlite3
import sys
import time
import uuid
from decimal import Decimal

from payments_api.client import Client, DuplicateReferenceError, NetworkError
from payments_api.upi import UpiPayoutRecipient, UpiPayoutRequest

ATTEMPTS = 5
TABLE = "CREATE TABLE IF NOT EXISTS payouts (reference TEXT PRIMARY KEY, key TEXT NOT NULL, id TEXT, status TEXT)"


def main(database: str, reference: str, amount: str, upi_id: str) -> None:
    """Send the payout of an order, and print its identifier and state."""
    request = UpiPayoutRequest.new(
        amount=Decimal(amount),
        reference=reference,
        recipient=UpiPayoutRecipient(full_name="A Person", upi_id=upi_id),
    )
    with sqlite3.connect(database) as connection, Client(retries=0) as client:
        connection.execute(TABLE)
        print(*send(connection, client, request))


def send(connection: sqlite3.Connection, client: Client, request: UpiPayoutRequest) -> tuple[str, str]:
    """Return the identifier and the state of a payout; it is sent unless an earlier run has its answer."""
    key, id, status = kept(connection, request.reference)
    if id is None or status is None:
        id, status = accepted(client, request, key)
        connection.execute("UPDATE payouts SET id = ?, status = ? WHERE reference = ?", (id, status, request.reference))
        connection.commit()
    return id, status


def kept(connection: sqlite3.Connection, reference: str) -> tuple[str, str | None, str | None]:
    """Return the key of an order and what is known of its payout; a new key is kept before it is used."""
    row = (reference, str(uuid.uuid4()))
    connection.execute("INSERT OR IGNORE INTO payouts (reference, key) VALUES (?, ?)", row)
    connection.commit()
    found = connection.execute("SELECT key, id, status FROM payouts WHERE reference = ?", (reference,))
    key, id, status = found.fetchone()
    return str(key), id, status


def accepted(client: Client, request: UpiPayoutRequest, key: str) -> tuple[str, str]:
    """Return the identifier and the state that the service answers. Raises ClientError if it rejects the request."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            record = client.payouts.create(request, idempotency_key=key)
        except NetworkError as error:
            if attempt == ATTEMPTS:
                raise
            print(f"no answer (money may have moved: {error.outcome_unknown}); trying again", file=sys.stderr)
            time.sleep(attempt / 10)
        except DuplicateReferenceError as error:
            return error.existing_id, str(client.payouts.get(error.existing_id).status)
        else:
            return record.id, str(record.status)
    raise AssertionError("the last attempt returns or raises")


if __name__ == "__main__":
    main(*sys.argv[1:])
