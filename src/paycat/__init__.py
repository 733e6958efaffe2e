"""paycat: turns a YAML catalogue of payment methods into everything that a payments interface needs."""

__version__ = "1.0.0"
