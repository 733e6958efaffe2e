"""What the generated TypeScript package is made of: declarations of types, and the methods of its client.

It knows the names and types of TypeScript. It must not know the text of a template.
"""
