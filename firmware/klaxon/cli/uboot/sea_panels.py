"""What a turning periscope costs on a bus, with our driver and with luma.oled's own: a part of `klaxon bench sea`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from klaxon.cli.bench.drivers import OURS, PEER, Luma, Ours
from klaxon.cli.bench.panels import DrivenPanels
from klaxon.cli.uboot.sea_trials import FREIGHTER, GAME, begin_trial, give
from klaxon.console.devices import Picture
from klaxon.console.drawing.screen import Screen
from klaxon.console.games import screens_of
from klaxon.console.language.game_words import Phrases
from klaxon.console.play.seat_screen import Scene
from klaxon.rules.contract import Seat

CAPTAIN = Seat("uboot.captain")
STATION = "station"
STEPS = 120
"""Of the dial, at each power."""
POWERS = 3
PERISCOPE, MOST_PAGES = "periscope", 12


def turning_periscope() -> dict[str, Any]:
    """Return the bytes of a periscope that is turned along a convoy, step by step, at each of its powers."""
    frames = [(STATION, picture) for picture in pictures()]
    sizes = {
        name: sum(DrivenPanels(make, [frames]).bytes_on_the_bus()) for name, make in {OURS: Ours, PEER: Luma}.items()
    }
    return {
        "frames": len(frames),
        "bytes": sizes[OURS],
        "peer": sizes[PEER],
        "ratio": round(sizes[OURS] / sizes[PEER], 4),
    }


class CaptainsPanel:
    """The captain's panel of a state, as a station draws it, without its bottom line."""

    def __init__(self, state: Any) -> None:
        """Sit down before it."""
        self.state, self.lens = state, dict[str, str]()
        self.screen = screens_of(GAME.name)(CAPTAIN.rpartition(".")[2])
        self.draft = self.screen.new_draft(GAME, CAPTAIN)

    def scene(self) -> Scene[Any]:
        """Return what the screen knows, through the lens of now."""
        plain = GAME.show(GAME.view(self.state, CAPTAIN))
        told = {key: self.lens[key] for key in self.screen.aid(plain).lens_keys if key in self.lens}
        view = GAME.show(GAME.sight(self.state, CAPTAIN, told).view)
        read = self.screen.read(view, self.draft.see(view))
        return Scene(CAPTAIN, read, (), self.draft, Phrases(GAME.name), self.lens, None, 128, now=GAME.now(self.state))

    def picture(self) -> Picture:
        """Return what it shows."""
        return Screen(self.screen.draw(self.scene())).picture(128, 64)

    def leaf_to_glass(self) -> None:
        """Turn pages until one looks through the periscope."""
        for _ in range(MOST_PAGES):
            if self.lens.get("view") == PERISCOPE:
                return
            self.lens = dict(self.screen.leaf(self.scene()) or self.lens)
        raise LookupError(PERISCOPE)

    def turn(self) -> None:
        """Turn the dial by a step."""
        self.lens = dict(self.screen.look(self.scene(), 0, 1) or self.lens)

    def push(self) -> None:
        """Take the next power."""
        self.lens = dict(self.screen.press(self.scene(), "push") or self.lens)


def pictures() -> Iterator[Picture]:
    """Yield what the captain's panel shows while the dial is turned; only pictures that differ are sent."""
    panel, before = CaptainsPanel(_convoy()), b""
    panel.leaf_to_glass()
    for _ in range(POWERS):
        for _ in range(STEPS):
            picture = panel.picture()
            if picture.bits != before:
                before = picture.bits
                yield picture
            panel.turn()
        panel.push()


def _convoy() -> Any:
    """Return a boat at periscope depth, its periscope up, before a convoy."""
    ships = [
        {
            "id": f"s{number}",
            "type": FREIGHTER,
            "bearing": 3 + 6 * number,
            "range_m": 1_500 + 700 * (number % 5),
            "course": 300,
            "kn": 8,
            "group": "g",
            "known": True,
        }
        for number in range(20)
    ]
    return give(begin_trial(ships, 96, surfaced=False, depth=10, speed="slow", figures={}), "captain periscope")
