"""What the screens of all roles of Captain Sonar have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.games.sonar import clocks, labelled_chart, layout
from klaxon.console.games.sonar.news import words_of
from klaxon.console.games.sonar.scene import Scene, SonarView, read_sonar
from klaxon.console.games.sonar.surfaced.tracing import Tracing
from klaxon.console.play.seat_client import Heard
from klaxon.console.play.seat_screen import SeatScreen


class SonarScreen(SeatScreen[SonarView]):
    """The screen of a role: it counts down, and its seat may have to trace a hull."""

    jump_to_prompt = True
    drill = Tracing

    def read(self, data: Mapping[str, Any], view: Any) -> SonarView:
        """Read a view."""
        return read_sonar(data, view)

    def tick(self, scene: Scene) -> int | None:
        """Return the moment at which a countdown changes."""
        return clocks.tick(scene)

    def chart(self, scene: Scene) -> Mapping[str, Any] | None:
        """Return the labelled chart with what the role knows."""
        return labelled_chart.sea_chart(scene)

    def chart_words(self, scene: Scene) -> tuple[str, ...]:
        """Return the chart in words, with what the seat knows of it."""
        return tuple(layout.whole_chart_sentences(scene))

    def words(self, scene: Scene, heard: Heard) -> str:
        """Return an event in the words of the role."""
        return words_of(scene, heard)
