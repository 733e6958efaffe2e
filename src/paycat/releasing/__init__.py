"""A project in, one folder that is ready to be published out."""
