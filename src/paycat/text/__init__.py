"""Text and JSON as such: characters, letters, counts, near names, and data by path.

It knows nothing of paycat: everything else may use it.
"""
