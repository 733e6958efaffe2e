"""What a test leaves behind fails this test, and no other; what a fixture with a wider scope keeps is no leftover."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

GUILTY = {
    "socket": ("KEPT.append(socket.socket())", r"the descriptor \d+ \(socket:\[\d+\]\)"),
    "socket_in_a_cycle": ("in_a_cycle(socket.socket())", r"the descriptor \d+ \(socket:\[\d+\]\)"),
    "event_loop": ("KEPT.append(asyncio.new_event_loop())", r"the descriptor \d+ \(socket:\[\d+\]\)"),
    "accepted_connection": ("KEPT.append(accepted())", r"the descriptor \d+ \(socket:\[\d+\]\)"),
    "file": ("KEPT.append(open(__file__))", r"the descriptor \d+ \(.*test_a_guilty\.py\)"),
    "file_of_a_path": ("KEPT.append(Path(__file__).open())", r"the descriptor \d+ \(.*test_a_guilty\.py\)"),
    "file_of_the_system": ("os.open(__file__, os.O_RDONLY)", r"the descriptor \d+ \(.*test_a_guilty\.py\)"),
    "pipe": ("os.pipe()", r"the descriptor \d+ \(pipe:\[\d+\]\)"),
    "file_of_a_library": ("KEPT.append(select.epoll())", r"the descriptor \d+ \(.*\[eventpoll\]\)"),
    "thread": ("Thread(target=ENDED.wait, name='waiting').start()", "the thread waiting"),
    "daemon": ("Thread(target=ENDED.wait, name='daemon', daemon=True).start()", "the thread daemon"),
    "process": ("KEPT.append(Popen(['sleep', '60']))", r"the process \d+ \(sleep 60\), for which nobody waited"),
    "process_that_ended": ("KEPT.append(ended())", r"the process \d+ \(true\), for which nobody waited"),
    "fork": ("KEPT.append(os.fork() or os._exit(0))", r"the forked process \d+, for which nobody waited"),
    "folder_of_temporary_files": ("tempfile.mkdtemp(prefix='left')", "the path .*/left.*"),
    "temporary_file": ("os.close(tempfile.mkstemp(prefix='left')[0])", "the path .*/left.*"),
    "file_of_the_repository": ("LEFT.write_text('x')", "the path .*/left-by-a-test-[0-9]+"),
    "function_fixture": ("request.getfixturevalue('forgotten')", r"the descriptor \d+ \(.*test_a_guilty\.py\)"),
}
"""What a test does, and what is said of it."""

HEAD = """
import asyncio, gc, os, select, socket, tempfile
from made_things import ROOT
from pathlib import Path
from subprocess import Popen
from threading import Event, Thread
import pytest

KEPT, ENDED, LEFT = [], Event(), Path(ROOT, f"left-by-a-test-{os.getpid()}")

def in_a_cycle(one):
    cycle = [one]
    cycle.append(cycle)

def accepted():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        return server.accept()[0]

def ended():
    process = Popen(["true"])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    return process

@pytest.fixture
def forgotten():
    KEPT.append(open(__file__))

@pytest.fixture(scope="session", autouse=True)
def tidied():
    yield
    ENDED.set()
    LEFT.unlink(missing_ok=True)
    for one in KEPT:
        if isinstance(one, Popen):
            one.kill()
            one.wait()

def test_innocent(): pass
"""

GUILTY_TESTS = (
    HEAD
    + "".join(f"\ndef test_{name}(request): {code}\n" for name, (code, _) in GUILTY.items())
    + "\ndef test_innocent_after(): gc.collect()\n"
)
MADE_BY_HELPERS = {
    "accepted_connection": "return server.accept()[0]",
    "process_that_ended": 'process = Popen(["true"])',
    "function_fixture": "KEPT.append(open(__file__))",
}
"""The lines with which helpers make what some tests leave."""

INNOCENT = """
import http.client, os, select, socket, tempfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import Popen, run
from threading import Event, Thread
import pytest

OF_A_LIBRARY = []

class Answering(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()
    def log_message(self, *_): pass

@pytest.fixture(scope="module")
def client():
    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        client = http.client.HTTPConnection(*server.server_address)
        yield client
        client.close()
        server.shutdown()
        thread.join()

@pytest.fixture(scope="module")
def process():
    with Popen(["sleep", "60"]) as process, open(__file__):
        yield process
        process.kill()

@pytest.fixture
def opened():
    with open(__file__) as file:
        yield file

@pytest.mark.parametrize("time", range(3))
def test_connection_of_a_client(client, time):
    client.request("GET", "/")
    assert client.getresponse().read() == b""

def test_fixture_that_is_asked_for_in_the_test(request):
    request.getfixturevalue("process")

def test_fixture_of_one_test(opened, tmp_path):
    (tmp_path / "file").write_text("x")

def test_number_that_a_library_uses_again():
    with open(__file__) as file:
        number = file.fileno()
    OF_A_LIBRARY.append(select.epoll())
    assert OF_A_LIBRARY[0].fileno() == number

def test_everything_is_closed():
    with socket.socket(), tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile(), open(__file__):
        Path(folder, "file").write_text("x")
    run(["true"])
    os.waitpid(os.fork() or os._exit(0), 0)
    Path(tempfile.mkdtemp()).rmdir()

def test_thread_that_is_about_to_end():
    begun = Event()
    Thread(target=lambda: begun.wait(5)).start()
    begun.set()
"""

WIDER = """
import pytest
from threading import Event, Thread

ENDED = Event()

@pytest.fixture(scope="module")
def careless():
    return Thread(target=ENDED.wait, name="of-the-fixture")

@pytest.fixture(scope="session", autouse=True)
def tidied():
    yield
    ENDED.set()

def test_first(careless): careless.start()
def test_last(careless): pass
"""


FAILED = """
def test_failed():
    globals()["file"] = open(__file__)
    assert False
"""

HURRIED = "import leftovers\nleftovers.GRACE = 0.1\n"


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Run tests in a process of their own, which waits only briefly for threads; return what pytest reports."""
    folder = tmp_path_factory.mktemp("leftovers")
    texts = {"test_a_guilty": GUILTY_TESTS, "test_b_failed": FAILED, "test_c_wider": WIDER, "test_d_innocent": INNOCENT}
    for name, text in (texts | {"hurried": HURRIED}).items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "leftovers",
        "-p",
        "hurried",
        "-p",
        "no:anyio",
        "-W",
        "error",
        "-rA",
    ]
    temporary = str(tmp_path_factory.mktemp("temporary"))
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent), "TMPDIR": temporary}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("name", GUILTY)
def test_the_guilty_test_fails(name: str, reported: str) -> None:
    code, what = GUILTY[name]
    found = re.search(
        rf"ERROR at teardown of test_{name} _+\nthis test left behind:\n{what}, made at (\S+):(\d+)\n", reported
    )
    assert found, reported
    if name == "file_of_a_library":
        assert (found[1], found[2]) == (f"test_a_guilty.py::test_{name}", "0")
    else:
        line = GUILTY_TESTS.splitlines()[int(found[2]) - 1]
        assert line.endswith(MADE_BY_HELPERS.get(name, f": {code}"))


def test_no_other_test_fails(reported: str) -> None:
    [passed] = re.findall(rf"1 failed, (\d+) passed, {len(GUILTY) + 1} errors", reported)
    assert int(passed) == len(GUILTY) + len(re.findall("PASSED test_(?:a_guilty.py::test_innocent|[cd])", reported))
    assert not re.findall(r"ERROR test_[bd]\w+", reported)


def test_a_fixture_of_a_module_fails_when_it_is_torn_down(reported: str) -> None:
    assert re.search(
        r"ERROR at teardown of test_last _+\nthe fixture careless left behind:\n"
        r"the thread of-the-fixture, made at \S+test_c_wider\.py:16\n",
        reported,
    )
