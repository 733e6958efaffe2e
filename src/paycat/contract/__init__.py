"""The contract: the catalogue resolved, with the place of each bound, and what it means for a body.

It knows one model and one resolver. It must not know any artefact that is made of it.
"""
