"""A decision and another choice in; what that would change out, before it is made."""
