"""A contract and packs in, a file set in memory out; nothing touches the disk.

Packs that are not shipped with paycat are rendered in a process of their own, which is bounded in time and size.
"""

from collections.abc import Callable, Iterable

from paycat.contract.model import Contract
from paycat.memo import Memo
from paycat.packs.blaming import blaming
from paycat.packs.bounded import rendered_apart
from paycat.packs.fileset import FileSet
from paycat.packs.reading import ReadPack
from paycat.packs.rendering import Rendering


def render(
    contract: Contract,
    packs: Iterable[ReadPack],
    step: Callable[[str], None] = lambda _: None,
    memo: Memo | None = None,
    releases: str = "",
) -> FileSet:
    """Return every file that the packs make of the contract; `step` is told each pack's name before it renders.

    `releases` is what earlier versions changed, as Markdown, for the templates that tell it.
    What the memo of an earlier render knows is not made anew; the files are the same with any memo. Raises
    FindingsError when a template or a path cannot be rendered.
    """
    memo = memo or Memo()
    files = FileSet(memo=memo)
    rendering = Rendering(contract, tuple(packs), releases, memo)
    for pack in rendering.packs:
        step(pack.name)
        for made in rendering.files_of(pack) if pack.is_shipped else rendered_apart(rendering, pack):
            with blaming(pack, made.index):
                files.add(f"{pack.source.value.folder}/{made.path}", made.text, pack.name, made.made_for)
    return files
