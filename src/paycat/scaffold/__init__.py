"""The first files of a project, a method, a field type or a pack."""
