"""Regular expressions in time that is linear in the text, and what can be proven of the texts that they match."""
