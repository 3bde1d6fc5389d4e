"""The setting of a game of Steam Torpedo: its options, the rulings of STM-3.14 among them."""

from __future__ import annotations

from dataclasses import dataclass

from klaxon.rules.chosen import Chosen
from klaxon.rules.contract import Option
from klaxon.rules.domains import FreeText, OneOf, Span

BOATS = ("red", "blue")
CREW = ("c", "1", "2", "3", "4")
"""The men of a boat: the captain and four sailors. A man is an index into this list."""
CAPTAIN = 0
POST_ID = "central_post"
ANY_SET = "any"
BOX_MARKERS = 50


def _choice(name: str, default: str, *others: str) -> Option:
    return Option(name, OneOf((default, *others)), default)


OPTIONS = (
    Option("cards", FreeText("", 255), "first-contact", content="cards"),
    _choice("setup", "ready", "free", "draft", "random"),
    Option("red", FreeText("", 40), ANY_SET),
    Option("blue", FreeText("", 40), ANY_SET),
    _choice("heading", "right", "left"),
    _choice("first", "random", *BOATS),
    Option("window", Span(1, 60, unit=" s"), "8"),
    Option("patience", Span(5, 600, unit=" s"), "60"),
    _choice("oxygen_loss", "immediate", "when_none_to_remove"),
    _choice("opening", "turn", "round"),
    _choice("first_presence", "passive", "all", "none"),
    _choice("enter_occupied", "yes", "no"),
    _choice("side", "mover", "fixed"),
    _choice("skip_ready", "yes", "no"),
    _choice("hit_post", "no", "yes"),
    _choice("tired_pair", "no", "yes"),
    _choice("markers", "unlimited", "box"),
    _choice("retreat", "choice", "row"),
    _choice("mend_destroyed", "no", "yes"),
    _choice("act_again", "no", "yes"),
)


@dataclass(frozen=True)
class Setting(Chosen):
    """The options of one game, read once. The names are those of the options."""

    setup: str
    heading: str
    first: str
    window: int
    patience: int
    oxygen_loss: str
    opening: str
    first_presence: str
    enter_occupied: bool
    side: str
    skip_ready: bool
    hit_post: bool
    tired_pair: bool
    markers: str
    retreat: str
    mend_destroyed: bool
    act_again: bool
