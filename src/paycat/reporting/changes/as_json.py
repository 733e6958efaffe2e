"""A comparison in, its JSON for programs out."""

from paycat.changes.assessment import Assessment, Audience, Comparison, Witness
from paycat.changes.change import Site
from paycat.changes.kinds import kind_of
from paycat.contract.values import Place
from paycat.encoding import json_text
from paycat.reporting.changes.counts import counts
from paycat.reporting.changes.document import (
    At,
    Change,
    Changes,
    Compared,
    Counted,
    Known,
    Payload,
    Verdicts,
    Where,
)
from paycat.reporting.changes.telling import escaped, told


def as_json(comparison: Comparison, old: str, new: str) -> str:
    """Return the comparison as indented JSON, in the shape of docs/changes.schema.json; nothing is cut."""
    return escaped(json_text(changes_document(comparison, old, new).model_dump(mode="json")))


def changes_document(comparison: Comparison, old: str, new: str) -> Changes:
    """Return the comparison in the shape of docs/changes.schema.json; `old` and `new` say what was compared."""
    number = counts(comparison)
    return Changes(
        old=Compared(name=old, version=comparison.old_version),
        new=Compared(name=new, version=comparison.new_version),
        verdict=comparison.verdict,
        level=comparison.level,
        counts=Counted(breaking=number.breaking, risky=number.risky, safe=number.safe, words=number.words),
        changes=tuple(map(_change, comparison.assessments)),
        faults=comparison.faults,
    )


def _change(assessment: Assessment) -> Change:
    change, worst = assessment.change, assessment.worst
    return Change(
        kind=change.kind,
        part=change.site.part,
        sites=tuple(map(_where, assessment.sites)),
        old=change.old,
        new=change.new,
        verdicts=Verdicts(
            sender=_known(assessment, "sender"),
            reader=_known(assessment, "reader"),
            source=_known(assessment, "source"),
        ),
        verdict=worst.verdict,
        basis=worst.basis,
        level=assessment.level,
        provisional=assessment.provisional,
        fingerprint=assessment.fingerprint,
        told=told(assessment, longest=None),
        why=kind_of(change.kind).why,
        witness=_payload(assessment.witness),
        widening=_payload(assessment.widening),
        note=assessment.note,
        consequences=tuple(map(_change, assessment.consequences)),
    )


def _known(assessment: Assessment, audience: Audience) -> Known | None:
    judged = assessment.audiences.get(audience)
    return Known(verdict=judged.verdict, basis=judged.basis) if judged else None


def _payload(witness: Witness | None) -> Payload | None:
    if witness is None:
        return None
    return Payload(
        site=_where(witness.site),
        payload=witness.payload,
        before=witness.before,
        after=witness.after,
        origin=witness.origin,
        confirmed_by=witness.confirmed_by,
    )


def _where(site: Site) -> Where:
    return Where(
        part=site.part,
        method=site.method,
        direction=site.direction,
        path=site.path,
        old_place=_at(site.old_place),
        new_place=_at(site.new_place),
    )


def _at(place: Place | None) -> At | None:
    return At(path=place.path, line=place.line or None) if place else None
