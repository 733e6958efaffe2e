"""JSON documents that are made of a contract: OpenAPI, and schemas for editors.

It knows the standards of these documents. It must not know Python, or files.
"""
