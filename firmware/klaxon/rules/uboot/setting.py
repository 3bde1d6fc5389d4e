"""The setting of a game of U-BOOT: its options (UBT-12.18) and how few people share the roles (UBT-3.1j)."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from klaxon.rules.chosen import Chosen
from klaxon.rules.contract import Option, Splits
from klaxon.rules.domains import FreeText, OneOf, Span
from klaxon.rules.uboot.words import ROLES

MOST_ORDERS = 8
MOST_MORALE = 11
MOST_SLOTS = 3
MOST_LOOKOUTS = 6
NO_PATROL = "none"
"""The option `patrol` of a game that begins without the log of another."""

SPLITS: Splits = MappingProxyType(
    {
        2: (("captain", "navigator"), ("first_officer", "engineer")),
        3: (("captain", "engineer"), ("first_officer",), ("navigator",)),
    }
)
"""UBT-3.1j names these; other divisions are allowed, and three people may also give the navigator to the captain."""


def _choice(name: str, default: str, *others: str) -> Option:
    return Option(name, OneOf((default, *others)), default)


def _added(name: str, default: str, other: str) -> Option:
    """Return an option that came with the torpedoes; in a game before it nothing depends on it."""
    return Option(name, OneOf((default, other)), default, before=default)


OPTIONS = (
    Option("mission", FreeText("", 255), "drill", content="missions"),
    Option("box", FreeText("", 255), "uboot", content="boxes"),
    Option("mode", OneOf(("single", "linked", "campaign")), "single", before="single"),
    Option("patrol", FreeText("", 255), NO_PATROL, content="patrols", before=NO_PATROL),
    *(_choice(role, "medium", "low", "high") for role in ROLES),
    _choice("manning", "ask", "auto"),
    Option("patience", Span(0, 600, unit=" s"), "90"),
    _choice("easy_watch", "no", "yes"),
    _choice("refund_impossible", "level", "yes", "no"),
    _choice("cards", "at-once", "after-order"),
    _choice("flooded_posts", "closed", "waived"),
    _choice("events", "on", "off"),
    _choice("gas_morale", "yes", "no"),
    _choice("puzzle", "pipes", "pieces", "table"),
    _choice("wear", "on", "off"),
    _choice("second_ration", "refuse", "replace"),
    Option("kits", Span(0, 11), "0"),
    _choice("unskilled_surcharge", "per_activation", "per_order"),
    _added("preheat", "yes", "no"),
    _added("flood_pair", "one", "each"),
    *(_added(name, "on", "off") for name in ("duds", "pistol_angle", "torpedo_depth")),
    _added("tube", "ideal", "real"),
)


@dataclass(frozen=True)
class Setting(Chosen):
    """The options of one game, read once. The names are those of the options."""

    mode: str
    captain: str
    first_officer: str
    navigator: str
    engineer: str
    manning: str
    patience: int
    easy_watch: bool
    refund_impossible: str
    cards: str
    flooded_posts: str
    events: str
    gas_morale: bool
    puzzle: str
    wear: str
    second_ration: str
    kits: int
    unskilled_surcharge: str
    preheat: bool
    flood_pair: str
    duds: str
    pistol_angle: str
    torpedo_depth: str
    tube: str

    def level(self, role: str) -> str:
        """Return the level of a role: low, medium or high (UBT-3.20e)."""
        return str(getattr(self, role))

    @property
    def refunds(self) -> bool:
        """Whether the point of an order that lapsed is given back (UBT-3.3n)."""
        if self.refund_impossible == "level":
            return self.captain != "high"
        return self.refund_impossible == "yes"

    @property
    def easy_roles(self) -> tuple[str, ...]:
        """The roles whose board is slid at a watch change, not flipped (UBT-3.6o)."""
        return tuple(role for role in ROLES if self.easy_watch and self.level(role) == "low")
