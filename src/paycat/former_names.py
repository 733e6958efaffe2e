"""Names that version 0.2.0 replaced: keys and values of catalogues, and members of contracts."""

FORMER_NAMES = {
    "losses": "limitations",
    "machine": "state_machine",
    "machines": "state_machines",
    "mend": "correct",
    "mended": "corrected",
    "place": "location",
    "place_in": "location_in",
    "refusal": "violation",
    "refusal_codes": "violation_codes",
    "refusals": "violations",
    "refuse": "reject",
    "retired": "reserved",
    "settled": "resolved",
    "slices": "subsets",
    "views": "subsets",
}
"""The current name by the former one; CHANGELOG.md has them all."""
