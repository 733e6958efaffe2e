"""A version is released with what it changed.

Why: an integrator reads the changes of a version before anything else of it, and a release never changes afterwards.
What was written down must be what `paycat changelog` tells now: not before the last edit, and not of a version that
is not released. A version has its day once generated/ is committed.

Example: in schemas/releases.md

    ## 0.0.9 (2026-01-02)

is found as

    schemas/releases.md error version-untold: what version 0.1.0 changed is not told; run paycat changelog --write,
      and then paycat generate

Fix: commit generated/, run the two commands, read what they wrote, and commit it.
"""

ID = "R-95"
UNTOLD = "version-untold"
