"""What the generated Python package is made of: schemas for the class generator, and facts of the sandbox.

It knows the names and types of Python. It must not know the text of a template.
"""
