"""What generated packages hold: `operations` says it whatever the language, `python` and `typescript` in theirs.

It knows names and types of languages. It must not know the text of a template, or files.
"""
