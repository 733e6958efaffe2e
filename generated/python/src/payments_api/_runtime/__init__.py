# Part of paycat's runtime, copied unchanged. Do not edit.

"""The code that every generated package has: nothing of it depends on a catalogue."""
