"""What may be stated in the YAML files of a catalogue, and how they are read.

It knows statements, their keys, words and forms. It must not know how statements resolve to requests and records.
"""
