"""What a catalogue must comply with: rules with their pages, allowances and the baseline."""
