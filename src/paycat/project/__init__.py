"""A project on disk: its files, its output folder, its repository, and what is written to them.

It knows files and folders. It must not know what a file of YAML says."""
