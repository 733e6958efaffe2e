"""web/src and web/package.json in, the scripts of the reference pages out.

`python web/bundles.py [FOLDER]` writes them to a folder; to the assets of the docs pack when none is named.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from paycat.conformance.run.engines.ajv.node import installed, node_program

WEB = Path(__file__).parent
ASSETS = WEB.parent / "generators" / "docs" / "assets"


def bundle(target: Path) -> None:
    """Write the bundles and the licences of what is in them to a folder.

    Raises MissingEngineError without node or its packages, CalledProcessError when the sources do not bundle.
    """
    node, packages = node_program("bundles"), installed(WEB / "package.json", "bundles")
    with TemporaryDirectory() as above:
        # A folder that looks the same everywhere, so that the bundles do too.
        shutil.copytree(WEB / "src", Path(above, "src"))
        shutil.copy(WEB / "package.json", above)
        Path(above, "node_modules").symlink_to(packages / "node_modules", target_is_directory=True)
        subprocess.run([node, WEB / "build.mjs", target.resolve()], cwd=above, check=True)


if __name__ == "__main__":
    bundle(Path(*sys.argv[1:]) if sys.argv[1:] else ASSETS)
