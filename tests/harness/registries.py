"""What tests use of PyPI and npm: all of it was fetched by the set-up (`make .venv/dev.done`), and none in a test."""

import sys
from pathlib import Path

WHEELS = Path(sys.prefix) / "wheels"
"""Every file that requirements/dev.txt pins, as the set-up leaves them beside what it installs."""

OUT_OF_REACH = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": WHEELS.as_uri(), "npm_config_offline": "true"}
"""Variables by which pip takes the files above, and npm what it has; whatever a test starts inherits them."""
