"""The first files of a maintainer's work: a project to begin with."""
