"""What a catalogue must comply with: rules with their pages, and allowances."""
