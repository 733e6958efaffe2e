"""A project on disk: its files, its output folder, its repository, and what is written to them.

It knows files, folders and git. What a file of YAML means, it asks the catalogue.
"""
