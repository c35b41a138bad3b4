"""The version, for Python, the wheel and the jar alike."""

__version__ = "0.1.0"
