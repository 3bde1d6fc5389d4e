"""A chart with ice."""

from __future__ import annotations

FROZEN = """~~~~~
~~o~~
~~~~.
~~~~~
~~~~~"""
