# Part of paycat's runtime, copied unchanged. Do not edit.

"""The supervisor of the workers: it starts them, starts a killed one again, and replaces all of them on SIGHUP.

A worker has its name until it ends (`names.claim_name`), so an old one ends before a new one starts. Requests wait
meanwhile: the supervisor keeps the socket open. Workers end with their supervisor, however it ends.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from socket import socket

from uvicorn import Config
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process, logger

_SECONDS_BETWEEN = 0.5
_SECONDS_TO_END = 10


class Supervisor(Multiprocess):
    """Runs workers until a signal stops it."""

    def __init__(
        self, config: Config, listener: socket, announce: Callable[[], None]
    ) -> None:
        """Supervise workers that share a socket; `announce` is called once all of them serve."""
        super().__init__(config, [listener])
        self._announce = announce
        self.failed = False
        """Whether a worker ended because it cannot start."""

    def init_processes(self) -> None:
        """Start the workers, and wait until all of them serve; stop if one cannot start."""
        super().init_processes()
        waiting = [*self.processes]
        while waiting and not self.should_exit.is_set():
            self.handle_signals()
            if waiting[0].is_ready(_SECONDS_BETWEEN):
                waiting.pop(0)
            elif (waiting[0].exitcode or 0) > 0:
                self.failed = True
                self.should_exit.set()
            elif waiting[0].exitcode is not None:  # It was killed.
                self.keep_subprocess_alive()
                waiting = [*self.processes]
        if not waiting:
            self._announce()

    def keep_subprocess_alive(self) -> None:
        """Start workers again that were killed or hang; stop if one cannot start."""
        for number, worker in enumerate(self.processes):
            if self.should_exit.is_set() or self._reaches(worker, worker.ping):
                continue
            worker.kill()
            worker.join()
            logger.warning(f"Child process [{worker.pid}] died")
            if worker.exitcode == STARTUP_FAILURE:
                self.failed = True
                self.should_exit.set()
            else:
                self._start(number)

    def restart_all(self) -> None:
        """Replace each worker, one after the other."""
        for number, old in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            old.terminate()
            _await_end(old)
            new = self._start(number)
            self._reaches(new, new.wait_until_ready)

    def join_all(self) -> None:
        """Wait until all workers have ended, as they were asked to."""
        for worker in self.processes:
            _await_end(worker)

    def _start(self, number: int) -> Process:
        worker = self.processes[number] = Process(self.config, self.sockets)
        worker.start()
        return worker

    def _reaches(self, worker: Process, ask: Callable[[float], bool]) -> bool:
        """Return whether a worker answers in time, or a signal came first: nobody waits for one that has ended."""
        end = time.monotonic() + self.config.timeout_worker_healthcheck
        while not self.signal_queue and worker.exitcode is None:
            if ask(_SECONDS_BETWEEN):
                return True
            if time.monotonic() > end:
                return False
        return bool(self.signal_queue)


def _await_end(worker: Process) -> None:
    """Wait for a worker that was asked to end, and kill one that does not: it may have been stopped."""
    worker.process.join(_SECONDS_TO_END)
    worker.process.kill()
    worker.join()


def end_with_supervisor() -> None:
    """Let this worker end gracefully when its supervisor ends, even if that is killed."""
    supervisor = multiprocessing.parent_process()
    if supervisor is None:
        return

    def watch() -> None:
        supervisor.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
