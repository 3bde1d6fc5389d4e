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
    first_game: Mapping[str, str] = field(default_factory=dict)
    """The options of the guided first game; none if nobody guides one."""
    first_crews: tuple[str, ...] = ()
    """The ways of manning its first boat that are offered for it: `captain`, `all`, `one`."""
    demo: Mapping[str, str] = field(default_factory=dict)
    """The options of a demonstration game."""
    notes: str = ""
    """`module:NAME` of the function (phrases, option, all options) -> what the chosen value means; '' if none."""
    matters: str = ""
    """`module:NAME` of the function (option, all options) -> whether the option changes anything; '': all do."""
