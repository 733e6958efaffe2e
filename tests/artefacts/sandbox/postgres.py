"""A PostgreSQL server of the test's own, from Debian's packages."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ports import reserved_port
from system_programs import needed


@contextmanager
def database() -> Iterator[str]:
    """Yield the URL of an empty database on a server that runs as long as it is needed.

    The server runs as the user `postgres` if the tests run as root, which PostgreSQL does not allow.
    """
    programs = Path(needed("postgres")).resolve().parent
    with tempfile.TemporaryDirectory(prefix="sandbox-postgres-") as name, reserved_port() as port:
        folder = Path(name)
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        if as_user:
            shutil.chown(folder, "postgres", "postgres")
        data = folder / "data"
        command = [*as_user, programs / "initdb", "-D", data, "-U", "sandbox", "-A", "trust", "-N"]
        subprocess.run(command, check=True, capture_output=True, cwd="/")
        options = ["-p", str(port), "-h", "127.0.0.1", "-k", folder, "-c", "fsync=off", "-c", "max_connections=300"]
        server = [*as_user, programs / "postgres", "-D", data, *options]
        with subprocess.Popen(server, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                _wait_until_ready(programs, port, process)
                yield f"postgresql+psycopg://sandbox@127.0.0.1:{port}/postgres"
            finally:
                process.send_signal(signal.SIGINT)  # It ends although somebody is connected.


def _wait_until_ready(programs: Path, port: int, server: "subprocess.Popen[bytes]") -> None:
    """Return as soon as the server accepts connections, which its own program finds out by asking again and again."""
    ready = [programs / "pg_isready", "-h", "127.0.0.1", "-p", str(port), "-q", "-t", "30"]
    for _ in range(300):
        if subprocess.run(ready, check=False).returncode == 0:
            return
        time.sleep(0.1)  # On a busy machine it may need long.
        assert server.poll() is None, "PostgreSQL ended"
    raise TimeoutError("PostgreSQL does not accept connections")
