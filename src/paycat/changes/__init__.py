"""What changed between two contracts, for whom it breaks what, and a payload that proves it; versions of a catalogue.

It knows differences, proofs and revisions. It must not know the formats of reports.
"""
