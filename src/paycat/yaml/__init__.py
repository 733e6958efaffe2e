"""YAML as text, as nodes with places, and as the layout of a person.

It knows parsers, nodes, places and comments. It must not know what any key means: nothing of payments is in here.
"""
