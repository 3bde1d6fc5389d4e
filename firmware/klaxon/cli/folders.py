"""Where Klaxon keeps its games: what systemd gives, else the user's state folder."""

from __future__ import annotations

import os
from pathlib import Path


def state_folder() -> Path:
    """Return the folder for games and learned values."""
    given = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "klaxon"
