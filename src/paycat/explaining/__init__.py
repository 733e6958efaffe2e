"""A word out of the catalogue in, what it is and why out; and the pages of every finding."""
