"""What values look like: structures, the constraints on values, and their algebra.

It knows constraints, patterns and numbers. It must not know fields, methods or files.
"""
