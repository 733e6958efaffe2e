"""paycat: turns a YAML catalogue of payment methods into everything that a payments interface needs."""

__version__ = "0.2.0"
