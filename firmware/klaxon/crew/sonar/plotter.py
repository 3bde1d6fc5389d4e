"""The plotter of Captain Sonar: where the enemy may be, for a radio operator at a table that allows such help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.crew.sonar.tracker import Follower
from klaxon.crew.understudy import Heard, Shown
from klaxon.rules.games import game_named
from klaxon.rules.sonar.view import View


class SonarPlotter:
    """Tracks the enemy of one seat."""

    def __init__(self, shown: Shown) -> None:
        """Begin with a view; during a game with the calls that it shows."""
        view: View = game_named("sonar").read_view(shown)
        self._enemy = Follower.late(view, 1 - view.me, begun=shown["phase"] != "start")

    def hear(self, heard: Heard) -> None:
        """Take an event that came after that view."""
        self._enemy = self._enemy.hear(heard)

    def plot(self) -> Mapping[str, Any]:
        """Return the points, and whether each of them is really possible."""
        return {"places": self._enemy.track.sea.name_all(self._enemy.where), "exact": self._enemy.exact}
