"""The facts of a catalogue that the sandbox of the generated package reads."""
