"""Two lists of named things in; which of them came, went or are otherwise now, out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from paycat.catalogue.statement import Place, Reason
from paycat.changes.change import Change, Part, Site
from paycat.changes.interface.things import Rows, Thing, compared, in_order


@dataclass(frozen=True, slots=True)
class Shelf:
    """A list of things that are known by a name: what one is called, and how two versions of one are compared.

    A thing that came or went is one change, and nothing is told of what stands inside it.
    """

    noun: str
    plural: str
    name: Callable[[Any], str]
    added: str
    removed: str
    rows: Rows
    part: Part = "interface"

    def changes(self, old: Sequence[Any], new: Sequence[Any], around: Thing | None = None) -> Iterator[Change]:
        """Return the changes of a list, which may stand in a thing around it; first of what is there."""
        before, after = ({self.name(one): one for one in listed} for listed in (old, new))
        for name in dict.fromkeys((*after, *before)):
            yield from self._of(name, before.get(name), after.get(name), around)
        whole = around or Thing(Site(self.part, self.plural), None, None, Reason())
        yield from in_order(whole, self.plural if around else "", before, after)

    def both(self, old: Any, new: Any, around: Thing | None = None) -> Thing:
        """Return a thing in both versions; one of them may be None."""
        present = old if new is None else new
        name = self.name(present)
        path = f"{self.noun} {around.site.path.partition(' ')[2]} {name}" if around else f"{self.noun} {name}"
        site = Site(self.part, path, old_place=_place(old, around, "old"), new_place=_place(new, around, "new"))
        reason = getattr(present, "reason", around.reason if around else Reason())
        return Thing(site, old, new, reason)

    def _of(self, name: str, old: Any, new: Any, around: Thing | None) -> Iterator[Change]:
        thing = self.both(old, new, around)
        if old is None:
            yield thing.change(self.added, None, name)
        elif new is None:
            yield thing.change(self.removed, name, None)
        else:
            yield from compared(thing, self.rows)


def _place(version: Any, around: Thing | None, when: str) -> Place | None:
    if version is None:
        return None
    site = around.site if around else None
    place: Place | None = getattr(version, "place", None) or getattr(site, f"{when}_place", None)
    return place
