"""Runs each program named as an argument, in order; each prints for itself."""

import runpy
import sys

for file in sys.argv[1:]:
    runpy.run_path(file)
