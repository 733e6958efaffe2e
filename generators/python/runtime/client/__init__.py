# Part of paycat's runtime, copied unchanged. Do not edit.

"""The client without its operations: sending, repeating and reading."""
