"""Scenes of U-BOOT: a boat in play, and what the panel of each role shows of it."""

from __future__ import annotations

from typing import Any, Self

from klaxon.console.drawing.parts import BottomLine
from klaxon.console.games.uboot.screen import UbootScreen
from klaxon.console.play.bottom_line import bottom_line
from klaxon.console.play.play_state import PlayState
from klaxon.console.play.seat_screen import Scene
from tests.console.kit import scenes
from tests.rules.uboot.kit.boat import GAME, ROLES, Boat

CAPTAIN, FIRST, NAVIGATOR, ENGINEER = (f"uboot.{role}" for role in ROLES)


class Room(scenes.Room):
    """The four roles of one boat."""

    game, after = GAME, "bottom.debrief"

    @classmethod
    def at(cls, *lines: str, boat: Boat | None = None) -> Room:
        """Return a boat at sea after some orders, written as the tests of the rules write them."""
        boat = boat or Boat()
        room = cls(boat.state).hear(boat.events)
        for line in lines:
            boat.give(line)
            room.hear(boat.events)
        room.state = boat.state
        return room

    def page(self, seat: str, name: str) -> Self:
        """Turn pages by BACK until one of them is shown."""
        for _ in self.pages(seat):
            if self.uboot_screen(seat).page_of(self.scene(seat)) == name:
                return self
            self.leaf(seat)
        raise AssertionError(f"{name} is none of {self.pages(seat)}")

    def pages(self, seat: str) -> tuple[str, ...]:
        """Return the pages of a seat in the order of BACK."""
        return self.uboot_screen(seat).page_names(self.scene(seat))

    def uboot_screen(self, seat: str) -> UbootScreen:
        """Return the screen of a seat."""
        screen = self.screen(seat)
        assert isinstance(screen, UbootScreen)
        return screen

    def asked(self, scene: Scene[Any]) -> str:
        """Return what a pane says under it."""
        return self.phrases.say("pane.asked.role", role=self.phrases.role(scene.role))

    def bottom(self, scene: Scene[Any]) -> BottomLine:
        """Return the bottom line as a station draws it."""
        table = "over" if scene.outcome else "running"
        screen = self.screen(scene.seat)
        now = PlayState(
            scene, screen, table, None, under_way=False, elsewhere=None, is_captain=False, after=0, has_sequel=False
        )
        return bottom_line(now)
