"""Files that others may have written, read within bounds; files replaced whole; locks; and paycat's own data.

It knows bytes and paths. It must not know what is in them.
"""
