"""The README at the top of a release: what of it is for whom, and the first request in a language with a package."""

from collections.abc import Collection, Sequence
from pathlib import Path

from paycat.cache import Cache
from paycat.contract.model import Contract
from paycat.files.installed import GENERATORS, bundled
from paycat.languages import markdown
from paycat.languages.table import language_named
from paycat.packs.templates import environment
from paycat.pages.quickstart import ADDRESS
from paycat.pages.words import WORDS
from paycat.project.release import FIRST_PAGE, release_name

_TEMPLATE = "release_readme.md.j2"


def release_readme(contract: Contract, paths: Collection[str], packages: Sequence[str], tools: Sequence[str]) -> str:
    """Return the README, in Markdown, of a release with these files of the site, packages and tools."""
    templates = environment(language_named("markdown"), _file, Cache())
    readme = templates.get_template(_TEMPLATE).render(
        contract=contract,
        name=release_name(contract),
        address=ADDRESS,
        site=list(paths),
        first_page=FIRST_PAGE,
        folders=[*{path.partition("/")[0]: None for path in paths}],
        uses={name: markdown.source(use) for name, use in WORDS["packs"].items()},
        packages=list(packages),
        tools=list(tools),
        own_wheel=next((name for name in tools if name.startswith("paycat-") and name.endswith(".whl")), None),
    )
    return str(readme)


def _file(name: str) -> Path:
    """Return the file of a template: of the README, or of a program that the reference pages show, too."""
    return Path(__file__).with_name(name) if name == _TEMPLATE else bundled(GENERATORS) / "docs" / "templates" / name
