"""The texts of unreadable.yaml, and what is said of them."""

from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path

import projects


@dataclass(frozen=True)
class Unreadable:
    """A text that no reader of JSON takes; `clients` is what clients say instead, empty if they read it."""

    says: str
    text: str | None = None
    base64: str = ""
    clients: str | None = None

    @property
    def content(self) -> bytes:
        """The bytes that arrive."""
        return b64decode(self.base64) if self.text is None else self.text.encode()

    def words(self, subject: str) -> str:
        """Return what a reader says that calls the text so."""
        return self.says.replace("$it", subject)

    @property
    def words_of_clients(self) -> str:
        """What clients and receivers of notifications say."""
        return self.words("it") if self.clients is None else self.clients


UNREADABLE = {
    name: Unreadable(**stated)
    for name, stated in projects.read_yaml(Path(__file__).with_name("unreadable.yaml")).items()
}
BY_CLIENTS = [name for name, one in UNREADABLE.items() if one.words_of_clients]
"""The names of those that clients do not read either."""
