"""How a value is printed into source of each language that packs write: a literal, a name, a comment or prose.

What a function returns is `Source` of its language; templates print nothing else (`paycat.packs.templates`).
"""
