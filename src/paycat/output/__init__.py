"""A file set in memory: compared with a folder on disk, and written there."""
