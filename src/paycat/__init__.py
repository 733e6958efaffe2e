"""paycat: one YAML catalogue of payment methods in, everything a payments interface needs out."""

__version__ = "0.1.0"
