"""The samples of a request type before and after in; which came, went, changed or got another verdict out."""

from collections.abc import Iterator
from dataclasses import replace

from paycat.changes.change import Change, Site
from paycat.contract.model import Request, Sample


def sample_changes(request: Site, old: Request, new: Request) -> Iterator[Change]:
    """Return the changes of the samples that people wrote for a request type."""
    before, after = ({sample.name: sample for sample in one.samples} for one in (old, new))
    for name in dict.fromkeys((*after, *before)):
        earlier, later = before.get(name), after.get(name)
        old_place, new_place = (sample.place if sample else None for sample in (earlier, later))
        site = replace(request, path=f"sample {name}", old_place=old_place, new_place=new_place)
        if earlier is None or later is None:
            yield Change("sample-added" if later else "sample-removed", site)
        else:
            yield from _between(site, earlier, later)


def _between(site: Site, old: Sample, new: Sample) -> Iterator[Change]:
    if set(old.refusals) != set(new.refusals):
        # Whether the payload changed as well or not: what was published under this name gets another verdict.
        yield Change(_flip(old, new), site, _verdict(old), _verdict(new), narrows=new.refusals, widens=old.refusals)
    elif old.payload != new.payload:
        yield Change("sample-changed", site, old.payload, new.payload)
    elif (old.meaning, old.erratum, old.mended) != (new.meaning, new.erratum, new.mended):
        yield Change("words-changed", site, old.meaning, new.meaning)


def _flip(old: Sample, new: Sample) -> str:
    if old.refusals and new.refusals:
        return "sample-refused-otherwise"
    return "sample-accepted" if old.refusals else "sample-refused"


def _verdict(sample: Sample) -> str:
    refused = ", ".join(f"{refusal.code} at {refusal.pointer}" for refusal in sample.refusals)
    return f"refused ({refused})" if refused else "accepted"
