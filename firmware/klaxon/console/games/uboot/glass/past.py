"""Looking back at a patrol: what the periscope or the bridge showed at any second, and what the hunters believed then.

In U-BOOT every role sees the same through a glass that points the same way, so the captain's view stands for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.drawing.sprite import Sprite, parse_sprite
from klaxon.console.games.uboot.glass.glass_text import POWERS, say_picture
from klaxon.console.games.uboot.glass.picture import read_picture
from klaxon.console.games.uboot.glass.seascape import GlassLabels, Seascape
from klaxon.console.language.game_words import Phrases
from klaxon.console.onlook.look_back import PastLook
from klaxon.console.onlook.past_moments import PastMoment
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.clock import reading, time_of_day
from klaxon.rules.uboot.records import Clock
from klaxon.rules.uboot.sea.numbers import ONE, cosine, divide, sine

BOAT = parse_sprite(".#. ### ### ### .#.")
SHIP = parse_sprite("### #.# ###")
ESCORT = parse_sprite("..#.. ..#.. .#.#. .#.#. #####")
DATUM = parse_sprite("#...# .#.#. ..#.. .#.#. #...#")
FARTHEST = 30_000
"""Metres: what is farther off is not on the plan."""
NEAREST = 2_000
"""Metres that a plan shows at least from the boat to its edge."""
AT_EASE = ("station", "closing", "free", "stopped", "STATION", "REJOIN")
"""The states of ships that do not hunt."""
TENTHS = 10


class PastPatrol:
    """How a patrol is looked back at."""

    seat = "uboot.captain"
    pictures = ("periscope", "bridge", "hunters")
    step = 50

    def lens(self, look: PastLook) -> Mapping[str, str]:
        """Return the glass of the picture, at the bearing; the plan of the hunters needs none."""
        name = self.pictures[look.picture]
        return {} if name == "hunters" else {"view": name, "bearing": str(look.bearing), "zoom": "1"}

    def draw(self, look: PastLook, moment: PastMoment, phrases: Phrases, area: Area) -> tuple[Place, ...]:
        """Draw what the glass showed, or the plan of the hunters."""
        name = self.pictures[look.picture]
        title = Title(phrases.say(f"past.uboot.{name}"), _clock(moment.view))
        body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
        if name == "hunters":
            return Place(area._replace(height=HEAD), title), *_plan(moment, phrases, body)
        optics = moment.view.get("optics")
        if optics is None:
            text = phrases.say("past.uboot.shut")
            return Place(area._replace(height=HEAD), title), Place(body, Text((text,), LABEL, wrap=True))
        picture = read_picture(optics)
        said = say_picture(phrases, name, 1, look.bearing, picture)
        labels = GlassLabels(POWERS[1], _clock(moment.view))
        return (Place(area, Seascape(picture, look.bearing, moment.at // 250, labels, tuple(said))),)


def _clock(view: Mapping[str, Any]) -> str:
    """Return the time aboard, to the second."""
    told = view["clock"]
    clock = Clock(told["at"], told["game_at"], told["mode"], told["factor"])
    game = reading(clock, max(clock.at, int(view.get("past_at", clock.at))))
    return f"{time_of_day(told['date'], game)}:{game // 1000 % 60:02}"


@dataclass(frozen=True, slots=True)
class HuntPlan:
    """The boat in the middle, north up, with the ships round it and where they believe it to be."""

    signs: tuple[tuple[Sprite, int, int], ...]
    """Sign, and its place: metres east and north."""
    reach: int
    """Metres from the boat to the nearer edge."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the signs, the boat on top."""
        pane = canvas.pane(area)
        half = min(area.width, area.height) // 2 - 3
        for sign, east, north in (*self.signs, (BOAT, 0, 0)):
            x = area.width // 2 + divide(east * half, self.reach)
            y = area.height // 2 - divide(north * half, self.reach)
            pane.sprite(x - sign.width // 2, y - sign.height // 2, sign)

    def words(self) -> Iterable[str]:
        """Return nothing: what the hunters believe is told beside the plan."""
        return ()


def _plan(moment: PastMoment, phrases: Phrases, body: Area) -> Sequence[Place]:
    hunts, enemies = moment.truth.get("hunts", []), moment.truth.get("enemies", {})
    near = {name: each for name, each in enemies.items() if each["range_m"] <= FARTHEST and each.get("afloat", True)}
    signs = [(SHIP if each["state"] in AT_EASE else ESCORT, *_place(each)) for each in near.values()]
    signs += [(DATUM, *_place(hunt)) for hunt in hunts]
    said = tuple(_say_hunt(hunt, phrases) for hunt in hunts) or (phrases.say("past.uboot.nobody"),)
    ranges = [each["range_m"] for each in (*hunts, *(each for each in near.values() if each["state"] not in AT_EASE))]
    plan = HuntPlan(tuple(signs), max(NEAREST, *ranges, 0))
    side = min(body.height, body.width // 2)
    left = body._replace(width=side)
    right = Area(body.x + side + 2, body.y, body.width - side - 2, body.height)
    return (Place(left, plan), Place(right, Text(said, LABEL, wrap=True)))


def _place(told: Mapping[str, Any]) -> tuple[int, int]:
    """Return metres east and north of something at a true bearing and a range."""
    angle = told["bearing"] * TENTHS
    return divide(told["range_m"] * sine(angle), ONE), divide(told["range_m"] * cosine(angle), ONE)


def _say_hunt(hunt: Mapping[str, Any], phrases: Phrases) -> str:
    """Return what one group of hunters believes: how it had the boat, how long ago, how far off; who does what."""
    say, states = phrases.say, hunt["hunters"].items()
    busy = ", ".join(f"{name}: {say(f'past.uboot.state.{state}')}" for name, state in states)
    facts = {"how": say(f"past.uboot.how.{hunt['how']}"), "age": hunt["age_s"], "off": hunt["range_m"]}
    return phrases.say("past.uboot.hunt", **facts, busy=busy or "-")


PAST = PastPatrol()
"""How U-BOOT is looked back at."""
