"""A change in; the place of the catalogue to look at out."""

from paycat.changes.assessment import Assessment
from paycat.diagnostics import Span
from paycat.workspace import SCHEMAS

CATALOGUE = Span(f"{SCHEMAS}/catalogue.yaml")
"""The place of what has none of its own."""


def span_of(assessment: Assessment) -> Span:
    """Return the line of a change in the new catalogue; of what is gone, whose line means nothing now, the old file."""
    sites = (assessment.change.site, *assessment.sites)
    if place := next((site.new_place for site in sites if site.new_place), None):
        return Span(place.path, place.line, 1)
    gone = next((site.old_place for site in sites if site.old_place), None)
    return Span(gone.path) if gone else CATALOGUE
