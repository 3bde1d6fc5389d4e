"""A scene of U-BOOT: what the screen of a role knows at one moment. Each view is read here, once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from klaxon.console.games.uboot.glass.picture import GlassPicture, read_picture
from klaxon.console.games.uboot.glass.waterfall import NOTHING_HEARD, HeardLine, Waterfall, read_line
from klaxon.console.play.seat_screen import Scene as SeatScene
from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.clock import reading, time_of_day
from klaxon.rules.uboot.crew.men import figures_of
from klaxon.rules.uboot.sea import motion
from klaxon.rules.uboot.sea.attack.records import Armament
from klaxon.rules.uboot.state import SETUP, OpenBoard
from klaxon.rules.uboot.trouble.effects import share
from klaxon.rules.uboot.views import METRE, View
from klaxon.rules.uboot.words import ROLES

MINUTE = 60_000
COARSE = 10
"""Minutes of a clock step in transit: a picture for each minute would be four a second."""
TRANSIT = 240


class KeyedPrompt(NamedTuple):
    """Something that the game waits for: the verbs that answer it, and when the rules do; 0: never."""

    key: str
    verbs: tuple[str, ...]
    due: int


@dataclass(frozen=True, slots=True)
class UbootView:
    """What a seat may know, in the terms of its screens: the open board, and what this seat is asked."""

    rules: View
    """The same as the rules read it."""
    role: str
    prompts: tuple[KeyedPrompt, ...]
    heading: int
    """Where the bow points, in degrees; the board has the course that was ordered."""
    knots: int
    """The speed in tenths of knots; below 0 astern."""
    open_views: tuple[str, ...]
    """The open views: bridge, periscope, hydrophone, tdc."""
    picture: GlassPicture | None = None
    """What the glass shows through which the seat looks."""
    sound: HeardLine | None = None
    """What the hydrophone hears where the seat listens."""
    waterfall: Waterfall = NOTHING_HEARD
    """What it heard before, as far as this station remembers."""
    ruler: Mapping[str, Any] | None = None
    """What the ruler on the chart gives, and from where to where it lies."""
    light: str = "day"

    @property
    def board(self) -> OpenBoard:
        """Everything that is open aboard."""
        return self.rules.board

    @property
    def arms(self) -> Armament:
        """Tubes, reserve, shells, and what the TDC shows."""
        return self.board.arms

    @property
    def is_setting_up(self) -> bool:
        """Whether the mission has not begun."""
        return self.board.phase == SETUP

    @property
    def own_men(self) -> range:
        """The four figures of the role."""
        return figures_of(self.role)

    @property
    def depth(self) -> int:
        """The depth in whole metres."""
        return self.rules.depth // METRE

    @property
    def target_depth(self) -> int:
        """The depth that was ordered, in whole metres."""
        return self.board.boat.target // METRE

    @property
    def ordered_knots(self) -> int:
        """The speed that the telegraph asks for, in tenths of knots; below 0 astern."""
        return motion.speed(self.board.boat, share(self.board))


Scene = SeatScene[UbootView]


def read_uboot(data: Mapping[str, Any], view: View) -> UbootView:
    """Read a view, from its data and from the rules' form of it."""
    prompts = tuple([KeyedPrompt(each["key"], tuple(each["verbs"]), each["due"]) for each in data["prompts"]])
    optics, sound = data.get("optics"), data.get("sound")
    return UbootView(
        view,
        view.role,
        prompts,
        data["boat"]["course"],
        data["boat"]["speed"],
        tuple(data["views"]),
        read_picture(optics) if optics else None,
        read_line(sound) if sound else None,
        ruler=data.get("plot"),
        light=data.get("light", "day"),
    )


# -- time --------------------------------------------------------------------------------------------------------------


def clock_text(scene: Scene) -> str:
    """Return the time aboard, `10:42`."""
    board = scene.view.board
    step = _step(board.clock.factor)
    return time_of_day(board.briefing.date, reading(board.clock, scene.now) // step * step)


def next_minute(scene: Scene) -> int | None:
    """Return the moment of play at which the clock text changes; None while it is stopped."""
    clock = scene.view.board.clock
    if not clock.factor:
        return None
    step = _step(clock.factor)
    game = (reading(clock, scene.now) // step + 1) * step
    return clock.at - (clock.game_at - game) // clock.factor


def _step(factor: int) -> int:
    return MINUTE * COARSE if factor >= TRANSIT else MINUTE


# -- men ---------------------------------------------------------------------------------------------------------------


def role_letter(scene: Scene, figure: int) -> str:
    """Return the letter of the role of a figure."""
    role = ROLES[figure // 4]
    return scene.phrases.find(f"letter.uboot.{role}", role[:1].upper())


def bar_of(scene: Scene, verb: str) -> Refusal | None:
    """Return why the seat cannot use a verb now; None if it can."""
    return next((offer.barred for offer in scene.draft.offers if offer.verb == verb), None)
