"""A process that answers lines."""

import subprocess
from collections.abc import Sequence
from tempfile import TemporaryFile
from threading import Timer


class LineProcess:
    """A process that answers each line on its standard input with a line on its standard output."""

    def __init__(self, command: Sequence[str], patience: float = 60.0) -> None:
        self._patience = patience
        # A file and not a pipe: a process that writes much would wait for somebody to read the pipe.
        self._stderr = TemporaryFile()  # noqa: SIM115 - close() closes it
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, text=True, encoding="utf-8"
        )

    def ask(self, line: str) -> str:
        """Return the answer to a line. Raises RuntimeError when the process ends, or is silent for `patience` seconds.

        A process that was silent is ended, so the next line raises too.
        """
        assert self._process.stdin
        assert self._process.stdout
        watch = Timer(self._patience, self._process.kill)
        watch.start()
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        finally:
            watch.cancel()
        if not answer:
            raise RuntimeError(f"the process ended with code {self._process.wait()}{self._last_words()}")
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
        self._stderr.close()

    def _last_words(self) -> str:
        self._stderr.seek(0)
        lines = [line for line in self._stderr.read().decode(errors="replace").splitlines() if line.strip()]
        # The last line of node is its version.
        errors = [line for line in lines if "Error" in line] or lines[-1:]
        return f": {errors[0].strip()}" if errors else ""
