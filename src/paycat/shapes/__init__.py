"""What values look like: the one language in which structures, and the constraints on their values, are described."""
