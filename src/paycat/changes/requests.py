"""Two request types of the same method and direction in; what one says otherwise than the other out."""

from collections.abc import Iterator

from paycat.changes.bodies import Walk
from paycat.changes.change import Change, Site
from paycat.changes.samples import sample_changes
from paycat.contract.model import Request


def request_changes(old: Request, new: Request) -> Iterator[Change]:
    """Return the changes of a request type: of its name, its body, and its samples."""
    site = Site("request", "", new.method, new.direction, old.root.place, new.root.place)
    if old.module != new.module:
        yield Change("module-renamed", site, old.module, new.module)
    yield from Walk(site).both(old.root, new.root)
    yield from sample_changes(site, old, new)
