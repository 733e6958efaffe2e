"""Vectors, and whether every implementation gives each of them the same verdict.

`derive` makes vectors of a contract and knows no engine; `run` knows engines, and reads vectors.
"""
