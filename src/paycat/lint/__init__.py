"""What a catalogue must comply with: rules with their pages, and allowances.

It knows the catalogue and its contract. It must not know artefacts, or the grammar of prose.
"""
