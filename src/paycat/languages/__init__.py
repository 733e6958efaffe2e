"""Values as source of each language that packs write: literals, names, comments and prose.

The functions return `Source` of their language, and templates print nothing else (`paycat.packs.templates`).
"""
