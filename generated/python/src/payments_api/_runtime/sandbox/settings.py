# Part of paycat's runtime, copied unchanged. Do not edit.

"""What whoever starts a sandbox chooses. Workers read it from the environment of the process that starts them."""

import os
from dataclasses import asdict, dataclass, field, fields

_PREFIX = "SANDBOX_"


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices: the database, the executor's name, and where notifications go."""

    database: str = "sandbox.db"
    """The database: the path of an SQLite file, or a URL such as `postgresql+psycopg://user@localhost/name`."""
    name: str = "w"
    """Beginning of the names of workers on this machine; another machine needs another one."""
    workers: int = 1
    """How many workers this machine has."""
    forward_to: str = ""
    """The only address that all notifications are sent to, if any; it may be local."""
    credential: str = field(default="", repr=False)
    """The secret key that callers use; if it is empty, the one that the catalogue declares."""
    control_key: str = field(default="", repr=False)
    """The key that the page and the control need; if it is empty, they need none."""
    hosts: str = ""
    """Names, separated by commas, at which the sandbox answers, beside those of the loopback network."""
    local: str = "yes"
    """Whether only this machine reaches the sandbox; if it is empty, others do, and it answers at every address."""
    reference: str = ""
    """Folder with the reference pages, which the sandbox serves below `/reference/`; if it is empty, it serves none."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches the sandbox."""
        return bool(self.local)

    def export(self) -> None:
        """Write the settings to the environment, for the workers."""
        for name, value in asdict(self).items():
            os.environ[_PREFIX + name.upper()] = str(value)


def from_environment() -> Settings:
    """Return the settings that `export` wrote."""
    found = {
        one.name: os.environ[_PREFIX + one.name.upper()]
        for one in fields(Settings)
        if one.type is str and _PREFIX + one.name.upper() in os.environ
    }
    return Settings(**found, workers=int(os.environ.get(_PREFIX + "WORKERS", "1")))
