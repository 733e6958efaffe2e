"""Run a command, and write the CPU seconds and the peak memory in MiB that it took to a file.

    python launch.py FILE COMMAND...

This is a process of its own, and a small one: a process is charged with the memory of the one that it was started from.
"""

import json
import os
import sys

file, *command = sys.argv[1:]
_, status, used = os.wait4(os.posix_spawn(command[0], command, os.environ), 0)
with open(file, "w", encoding="utf-8") as written:
    json.dump({"cpu": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss / 1024}, written)
sys.exit(os.waitstatus_to_exitcode(status) != 0)
