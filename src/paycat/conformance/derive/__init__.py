"""Conformance vectors: bodies with the verdict that every implementation must give, derived from the contract."""
