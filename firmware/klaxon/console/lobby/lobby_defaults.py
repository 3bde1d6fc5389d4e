"""Defaults of the lobby: how a game is set up at a console: what newcomers see, and what suits panels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LobbyDefaults:
    """How one game is set up at a console."""

    first: tuple[str, ...] = ()
    """The options above the fold, before the crews."""
    last: tuple[str, ...] = ()
    """The options above the fold, after the crews."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The defaults of options at a console, if they differ from the rules'."""
    demo: Mapping[str, str] = field(default_factory=dict)
    """The options of a demonstration game."""
