"""JSON documents that are made of a contract: JSON Schema with what forms show, OpenAPI, schemas for editors.

It knows the standards of these documents. It must not know Python, or files.
"""
