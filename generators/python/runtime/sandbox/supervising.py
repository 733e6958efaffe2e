# Part of paycat's runtime, copied unchanged. Do not edit.

"""The supervisor of the workers: it starts them, starts a killed one again, and replaces all of them on SIGHUP.

A worker has its name until it ends (`names.claim_name`), so an old one ends before a new one starts. Requests wait
meanwhile: the supervisor keeps the socket open. Workers end with their supervisor, however it ends.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from socket import socket

from uvicorn import Config
from uvicorn.supervisors.multiprocess import Multiprocess, Process

_SECONDS_BETWEEN = 0.5


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
        """Start killed workers again; stop if one cannot start."""
        was_to_exit = self.should_exit.is_set()
        super().keep_subprocess_alive()
        if self.should_exit.is_set() and not was_to_exit:
            self.failed = True

    def restart_all(self) -> None:
        """Replace each worker, one after the other."""
        for number, old in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            old.terminate()
            old.join()
            new = Process(self.config, self.sockets)
            new.start()
            self.processes[number] = new
            new.wait_until_ready(
                self.config.timeout_worker_healthcheck, self.should_exit
            )


def end_with_supervisor() -> None:
    """Let this worker end gracefully when its supervisor ends, even if that is killed."""
    supervisor = multiprocessing.parent_process()
    if supervisor is None:
        return

    def watch() -> None:
        supervisor.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
