"""web/, and the runtime of the TypeScript package in; the scripts of the pages and the compiled runtime out.

`python web/bundles.py [SCRIPTS RUNTIME PREVIEW]` writes them to three folders; to those of the packs and of the command
`preview` when none is named.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from paycat.conformance.run.engines.ajv.node import installed, node_program

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
GENERATORS = ROOT / "generators"
ASSETS = GENERATORS / "docs" / "assets"
RUNTIME = GENERATORS / "typescript" / "compiled"
PREVIEW = ROOT / "src" / "paycat" / "cli" / "preview"


def bundle(scripts: Path, runtime: Path, preview: Path) -> None:
    """Write the bundles with the licences of what is in them, the compiled runtime, and the script of the preview.

    Each has a folder of its own.

    Raises MissingEngineError without node or its packages, CalledProcessError when the sources do not compile.
    """
    node, packages = node_program("bundles"), installed(WEB / "package.json", "bundles")
    with TemporaryDirectory() as above:
        # A folder that looks the same everywhere, so that the bundles do too.
        shutil.copytree(WEB / "src", Path(above, "web", "src"))
        shutil.copy(WEB / "package.json", Path(above, "web"))
        sources = Path("typescript", "runtime")
        shutil.copytree(GENERATORS / sources, Path(above, "generators", sources))
        shutil.copy(GENERATORS / "typescript" / "tsconfig.json", Path(above, "generators", "typescript"))
        Path(above, "web", "node_modules").symlink_to(packages / "node_modules", target_is_directory=True)
        folders = [folder.resolve() for folder in (scripts, runtime, preview)]
        subprocess.run([node, WEB / "build.mjs", *folders], cwd=above, check=True)


if __name__ == "__main__":
    bundle(*map(Path, sys.argv[1:] or (ASSETS, RUNTIME, PREVIEW)))
