"""What one request needs, for whoever builds a form: `generated/requirements/`."""
