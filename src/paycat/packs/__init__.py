"""Packs: which files are made of what, and the templates that print them.

It knows manifests, templates and safe printing. It must not know what a method of payment is."""
