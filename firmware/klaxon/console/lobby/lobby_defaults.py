"""Openings: how a game is set up at a console. Its package says what a newcomer is shown, and what suits panels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LobbyDefaults:
    """How one game is set up at a console."""

    first: tuple[str, ...] = ()
    """The options that stand above the fold, those before the crews."""
    last: tuple[str, ...] = ()
    """The options that stand above the fold, those behind the crews."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What is played at a console unless people say otherwise, where that is not the default of the rules."""
    demo: Mapping[str, str] = field(default_factory=dict)
    """The options of a game that understudies play to be looked at."""
