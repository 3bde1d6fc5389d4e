"""Which options matter: some do in a certain mode, or at a certain level, alone."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.rules.uboot.words import ROLES

LOW, SINGLE = "low", "single"


def does_matter(option: str, options: Mapping[str, str]) -> bool:
    """Return whether an option changes anything in a game with these options (UBT-3.6o, UBT-12.22)."""
    if option == "patrol":
        return options["mode"] != SINGLE
    if option == "easy_watch":
        return any(options[role] == LOW for role in ROLES)
    return True
