"""Packs: which files are made of what, and the templates that print them.

It knows manifests, templates, selection and safe printing. It must not know what a payment method is.
"""
