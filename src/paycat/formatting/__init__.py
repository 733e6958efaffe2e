"""The YAML files of a project in canonical order and layout."""
