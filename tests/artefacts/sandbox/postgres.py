"""A PostgreSQL server of the test's own, from Debian's packages."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import projects
from system_programs import needed


@contextmanager
def database() -> Iterator[str]:
    """Give the URL of an empty database on a server that runs as long as it is needed.

    The server runs as the user `postgres` if the tests run as root, which PostgreSQL does not allow.
    """
    programs = Path(needed("postgres")).resolve().parent
    folder = Path(tempfile.mkdtemp(prefix="sandbox-postgres-"))
    as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    if as_user:
        shutil.chown(folder, "postgres", "postgres")
    data, port = folder / "data", projects.free_port()
    command = [*as_user, programs / "initdb", "-D", data, "-U", "sandbox", "-A", "trust", "-N"]
    subprocess.run(command, check=True, capture_output=True, cwd="/")
    options = ["-p", str(port), "-h", "127.0.0.1", "-k", folder, "-c", "fsync=off", "-c", "max_connections=300"]
    server = subprocess.Popen(
        [*as_user, programs / "postgres", "-D", data, *options],
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=(folder / "log").open("wb") if not as_user else subprocess.DEVNULL,
    )
    try:
        ready = [programs / "pg_isready", "-h", "127.0.0.1", "-p", str(port), "-q", "-t", "30"]
        for _ in range(300):
            if subprocess.run(ready, check=False).returncode == 0:
                break
            assert server.poll() is None, "PostgreSQL ended"
        yield f"postgresql+psycopg://sandbox@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        server.wait(60)
        shutil.rmtree(folder, ignore_errors=True)
