"""What people want to play, as the lobby, the page of the door and tests hand it to a console."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from klaxon.crew import SKILL
from klaxon.rules.games import FIRST_GAME


@dataclass(slots=True)
class GamePlan:
    """What people want to play."""

    game: str = FIRST_GAME
    resume: str = ""
    """The saved game to resume; '' for a new one."""
    crews: dict[str, str] = field(default_factory=dict)
    """Boat -> how people man it, if that was chosen."""
    options: dict[str, str] = field(default_factory=dict)
    """The chosen options; the others follow from presets and defaults."""
    skill: str = SKILL
    """How well understudies play."""
    names: dict[str, str] = field(default_factory=dict)
    """The names that people gave their boats."""
    lent: dict[str, str] = field(default_factory=dict)
    """Game -> which of its seats the other console works, if people chose that."""
    play_on: bool = False
    """Whether the game to resume is damaged, and people chose to go on from its valid rows."""
    after: str = ""
    """The saved game whose sequel is played; '' for another one."""
    contents: dict[str, str] = field(default_factory=dict)
    """Option -> its content, where a sequel brings it."""
    is_lesson: bool = False
    """Whether it is a guided first game: the next lobby does not begin with it."""

    def copy(self) -> GamePlan:
        """Return a copy, to be changed."""
        own = replace(self, crews=dict(self.crews), options=dict(self.options), names=dict(self.names))
        own.contents, own.lent = dict(self.contents), dict(self.lent)
        return own
