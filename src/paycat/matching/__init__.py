"""Matching of texts against patterns in time that is linear in the text, whatever the pattern."""
