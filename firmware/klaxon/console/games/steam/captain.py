"""The captain of Steam Torpedo: one panel that shows what the draft needs, or the pages of the seat.

If the console has stations to spare, the pages are shown there as panes, and the captain's panel keeps to his boat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.steam import actions, boat, cards, coach, menu, news, outcome, pick, sea, stage
from klaxon.console.games.steam.scene import Scene, SteamView, read_steam
from klaxon.console.play.outcome import is_over
from klaxon.console.play.seat_client import Heard
from klaxon.console.play.seat_screen import SeatScreen
from klaxon.rules.steam.grid import NAMES

PAGES = ("menu", "boat", "sea", "enemy", "log")
"""The pages of a seat, in the order of the dial."""
WIDE = 256
"""Columns from which on two pages fit side by side."""
ACTIONS = "actions"
BOAT_FIELDS = ("cell",)
"""The arguments that are chosen on the boat."""


def page(scene: Scene, name: str, area: Area) -> tuple[Place, ...]:
    """Show one page of the seat."""
    if name == "boat":
        return boat.draw(scene, area, scene.boat)
    if name == "enemy":
        return boat.draw(scene, area, stage.enemy_of(scene.boat))
    if name == "sea":
        return sea.draw(scene, area)
    if name == "pick":
        return pick.draw(scene, area)
    if name == "card":
        return _card(scene, area)
    return news.log(scene, area) if name == "log" else menu.draw(scene, area)


def _card(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the card of the selected compartment."""
    cell = scene.lens["cell"]
    found = scene.view.boats[scene.lens["of"]].cells[cell]
    return cards.draw(scene.phrases, scene.view.cards[found.card], area, cell)


def page_of(scene: Scene) -> str:
    """Return the page to show: what the draft needs, the one that was turned to, or the usual one."""
    draft = scene.draft
    if draft.verb == "pick":
        return "pick"
    if draft.verb:
        return _asks(scene)
    if scene.lens.get("at") == _stamp(scene):
        return scene.lens["page"]
    return "menu" if draft.open and ACTIONS not in scene.panes else "boat"


def menu_name(scene: Scene) -> str:
    """Return the page that belongs beside a boat."""
    return "sea" if scene.draft.verb == "manoeuvre" else "menu"


def _asks(scene: Scene) -> str:
    """Return the page on which the next argument is chosen."""
    draft = scene.draft
    if ACTIONS in scene.panes:
        return "boat"
    name = draft.field.name if draft.field else ""
    if name == "point":
        return "sea"
    found = boat.on_board(scene)
    if name in BOAT_FIELDS or draft.verb == "move":
        return "enemy" if found and found != scene.boat else "boat"
    return "menu"


def _stamp(scene: Scene) -> str:
    """Return a stamp of the current task: a page that was turned to is left when it changes."""
    view = scene.view
    return f"{view.round} {view.turn} {view.phase} {' '.join(view.prompts)} {scene.draft.open}"


def _turned_card(scene: Scene, name: str, **more: str) -> Mapping[str, str]:
    return {"page": name, "at": _stamp(scene), **more}


def _pane_sea(scene: Scene) -> tuple[Place, ...]:
    return outcome.draw(scene, scene.room) if is_over(scene) else sea.draw(scene, scene.room)


def _pane_actions(scene: Scene) -> tuple[Place, ...]:
    """Show the actions of the boat that is asked; for a secret pick, who is waited for."""
    if is_over(scene):
        return news.log(scene, scene.room)
    if scene.view.is_draft:
        return menu.waiting(scene, scene.room)
    return pick.draw(scene, scene.room) if scene.draft.verb == "pick" else actions.draw(scene, scene.room)


def _pane_enemy(scene: Scene) -> tuple[Place, ...]:
    return boat.draw(scene, scene.room, stage.enemy_of(scene.boat))


_PANES = {"sea": _pane_sea, ACTIONS: _pane_actions, "enemy": _pane_enemy}


class SteamScreen(SeatScreen[SteamView]):
    """The captain's station."""

    jump_to_prompt = True
    rank = menu.RANK
    panes = tuple(_PANES)

    def read(self, data: Mapping[str, Any], view: Any) -> SteamView:
        """Read a view."""
        return read_steam(data, view)

    def chart(self, scene: Scene) -> Mapping[str, Any] | None:
        """Return the sea with both figures."""
        return sea.labelled_sea(scene)

    def draw(self, scene: Scene) -> tuple[Place, ...]:
        """Show the end of the game, or the current page; on a wide panel the boat beside it."""
        room = scene.room
        if is_over(scene):
            return outcome.draw(scene, room)
        name = page_of(scene)
        if room.width < WIDE:
            return page(scene, name, room)
        half = room._replace(width=room.width // 2)
        beside = Area(half.x + half.width, half.y, room.width - half.width, half.height)
        other = {"boat": menu_name(scene), "menu": "boat"}.get(name, "boat")
        first, second = ("boat", other) if name == "boat" else (other, name)
        return (*page(scene, first, half._replace(width=half.width - 2)), *page(scene, second, beside))

    def draw_pane(self, name: str, scene: Scene) -> tuple[Place, ...]:
        """Show a page at a station of its own."""
        return _PANES[name](scene)

    def look(self, scene: Scene, dial: int, steps: int) -> Mapping[str, str] | None:
        """Turn the pages if the seat has no order to give; on a card, go to the next one."""
        if scene.draft.open or is_over(scene):
            return None
        name = page_of(scene)
        if name == "card":
            place = max(0, min(len(NAMES) - 1, NAMES.index(scene.lens["cell"]) + steps))
            return {**scene.lens, "cell": NAMES[place]}
        place = PAGES.index(name) if name in PAGES else 0
        return _turned_card(scene, PAGES[max(0, min(len(PAGES) - 1, place + steps))])

    def press(self, scene: Scene, key: str) -> Mapping[str, str] | None:
        """Push on a boat shows its cards, one by one; push or BACK there goes back to the boat."""
        name = page_of(scene)
        if name == "card" and key in ("push", "back"):
            return _turned_card(scene, "boat" if scene.lens["of"] == scene.boat else "enemy")
        whose = {"boat": scene.boat, "enemy": stage.enemy_of(scene.boat)}.get(name, "")
        if key != "push" or not whose or not scene.view.boats[whose].cells:
            return None
        return _turned_card(scene, "card", of=whose, cell=NAMES[0])

    def leaf(self, scene: Scene) -> Mapping[str, str] | None:
        """Turn to the next page with BACK, if the dial chooses an order."""
        if is_over(scene) or scene.view.phase == "pick":
            return None
        name = page_of(scene)
        place = PAGES.index(name) if name in PAGES else 0
        return _turned_card(scene, PAGES[(place + 1) % len(PAGES)])

    def tick(self, scene: Scene) -> int | None:
        """Return the moment at which the countdown changes."""
        return stage.tick(scene)

    def words(self, scene: Scene, heard: Heard) -> str:
        """Return an event in words."""
        return news.words_of(scene, heard)

    def coach(self, scene: Scene) -> str:
        """Return the captain's next step."""
        return coach.captain(scene)


class SharedSteamScreen(SteamScreen):
    """The same at a console that both captains share: secret picks stay hidden."""

    drill = pick.PickCurtain

    def words(self, scene: Scene, heard: Heard) -> str:
        """Return an event in words, without what the other captain may not see."""
        return news.discreet(scene, heard)


SCREEN, SHARED = SteamScreen(), SharedSteamScreen()
