"""JSON Schema of a contract, in the dialects of 2020-12 and of OpenAPI 3.1 and 3.0, with what forms show.

It knows what linters and generators of clients need. It must not know files.
"""
