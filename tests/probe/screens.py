"""A probe: one boat that four people sail together. Its screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from klaxon.console.drawing.parts import List, ListItem, Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games import GameScreens
from klaxon.console.language.game_words import Phrases
from klaxon.console.lobby.lobby_defaults import LobbyDefaults
from klaxon.console.onlook.onlooker_view import Fact, OnlookerView
from klaxon.console.play import default_screen
from klaxon.console.play.seat_screen import Scene, SeatScreen
from klaxon.console.station.page import HEAD
from tests.probe.rules import BOAT, ROLES


def draw(scene: Scene[Mapping[str, Any]]) -> tuple[Place, ...]:
    """Show where the boat is, and below it what the seat may say."""
    if scene.outcome is not None:
        return default_screen.draw(scene)
    phrases, boat, room = scene.phrases, scene.view["boats"][BOAT], scene.room
    title = phrases.say("launch.title", role=phrases.role(scene.role), leg=boat["leg"], legs=scene.view["legs"])
    stores = phrases.say("launch.stores", **boat)
    return (
        Place(Area(0, 0, room.width, HEAD), Title(title)),
        Place(Area(0, HEAD, room.width, 9), Text((stores,))),
        Place(Area(0, HEAD + 9, room.width, room.height - HEAD - 9), default_screen.menu(scene)),
    )


def chart(scene: Scene[Mapping[str, Any]]) -> tuple[Place, ...]:
    """Show the legs of the crossing: a page that may stand at a station of its own."""
    boat, phrases = scene.view["boats"][BOAT], scene.phrases
    legs = tuple(
        ListItem(phrases.say("launch.leg", leg=leg), "*" if leg == boat["leg"] else "")
        for leg in range(scene.view["legs"])
    )
    return (Place(scene.room, List(legs, boat["leg"])),)


def facts(view: Mapping[str, Any], boat: str, phrases: Phrases) -> Sequence[Fact]:
    """Return what umpire and spectators read of the boat."""
    return [(phrases.say(f"launch.{name}"), str(view["boats"][boat][name])) for name in ("hull", "coal", "steam")]


class LaunchScreen(SeatScreen[Mapping[str, Any]]):
    """The station of every role."""

    panes = ("chart",)

    def read(self, data: Mapping[str, Any], view: Any) -> Mapping[str, Any]:
        """Leave the view as it came."""
        return data

    def draw(self, scene: Scene[Mapping[str, Any]]) -> tuple[Place, ...]:
        """Show where the boat is."""
        return draw(scene)

    def draw_pane(self, name: str, scene: Scene[Mapping[str, Any]]) -> tuple[Place, ...]:
        """Show the chart."""
        return chart(scene)


GAME = GameScreens(
    roles=dict.fromkeys(ROLES, LaunchScreen()),
    lobby=LobbyDefaults(first=("legs",), options={"legs": "3"}, demo={"legs": "2"}),
    onlookers=OnlookerView(facts),
)
