"""Findings and documents as text: for people, for programs and for CI systems.

It knows the formats of reports. It must not know how anything was found.
"""
