"""What a desk may push to its tables."""

from __future__ import annotations

PUSHED = ("quiet", "volume", "room", "columns", "unattended")
"""Settings of a console."""
