"""The generated JSON Schemas under ajv, the validator of the JavaScript world, in its strict mode."""

from paycat.conformance.engines.ajv.engine import MANIFEST, AjvEngine

__all__ = ["MANIFEST", "AjvEngine"]
