"""What several rules look at: the catalogue's statements, gathered with their places; nothing is judged here."""
