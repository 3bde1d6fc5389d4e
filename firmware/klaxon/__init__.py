"""Klaxon: the control room of a submarine board game on a Raspberry Pi, or in a browser."""

__version__ = "0.1.0"
