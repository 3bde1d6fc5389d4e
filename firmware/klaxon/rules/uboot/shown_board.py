"""What every seat sees of the open board, laid together part by part.

A part names the records it is made of. These are values that a step replaces and never changes, so while they are the
same objects the part is what it was, and a step pays for what it changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress
from operator import is_not
from typing import Any, NamedTuple

from klaxon.rules.uboot import shown
from klaxon.rules.uboot.linked.shown import show_linked
from klaxon.rules.uboot.patrol.shown import show_patrol
from klaxon.rules.uboot.radio.shown import show_radio
from klaxon.rules.uboot.records import OwnBoat
from klaxon.rules.uboot.sea.glass.open_views import open_names
from klaxon.rules.uboot.state import RECORDS, OpenBoard, records_of
from klaxon.rules.uboot.trouble.shown import show_trouble

READINGS = "readings"
"""The name of what changes by itself, among those of the records."""


class Readings(NamedTuple):
    """What changes by itself while time passes."""

    gauges: shown.BoatGauges
    game: int
    """The game time at which repairs are shown; 0 while there are none."""


class ShownPart(NamedTuple):
    """Keys of a view that are made of the same records."""

    made_of: frozenset[str]
    """Their names."""
    show: Callable[[OpenBoard, Readings], dict[str, Any]]


def _keys(show: Callable[[OpenBoard], dict[str, Any]], *made_of: str) -> ShownPart:
    return ShownPart(frozenset(made_of), lambda board, _: show(board))


def _key(key: str, show: Callable[[OpenBoard], Any], *made_of: str) -> ShownPart:
    return ShownPart(frozenset(made_of), lambda board, _: {key: show(board)})


PARTS = (
    _keys(shown.show_course, "phase", "outcome", "setting", "handbook"),
    _keys(shown.show_mission, "briefing"),
    _keys(show_patrol, "patrol"),
    _key("clock", shown.show_clock, "clock", "briefing"),
    _key("tracks", shown.show_tracks, "order", "morale"),
    _keys(shown.show_crew, "shift", "crew", "at", "handbook"),
    _key("rooms", shown.show_rooms, "rooms"),
    _key("faults", shown.show_faults, "faults"),
    ShownPart(
        frozenset(("repairs", READINGS)),
        lambda board, readings: {"repairs": shown.show_repairs(board, readings.game)},
    ),
    _keys(show_trouble, "trouble", "stores", "repairs", "setting"),
    _key("pending", shown.show_pending, "pending", "crew", "at", "shift", "cards", "rooms", "setting", "handbook"),
    _key("positions", shown.show_positions, "positions"),
    _key("posts", shown.show_posts, "posts"),
    _keys(shown.show_cards, "cards"),
    _keys(shown.show_stores, "stores"),
    _keys(shown.show_provisions, "provisions"),
    ShownPart(
        frozenset(("boat", READINGS)),
        lambda board, readings: {"boat": shown.show_boat(board, readings.gauges)},
    ),
    _keys(shown.show_arms, "arms"),
    _key("views", open_names, "crew", "shift", "glass"),
    _key("view_men", shown.show_view_men, "glass"),
    _keys(shown.show_waters, "waters"),
    _keys(show_radio, "radio", "briefing"),
    _keys(show_linked, "linked"),
)
"""In the order in which their keys stand in a view."""
_PLACES = {name: [place for place, part in enumerate(PARTS) if name in part.made_of] for name in (*RECORDS, READINGS)}
"""Record -> the places of the parts that are made of it."""


def read_board(board: OpenBoard, boat: OwnBoat, depth: int, game: int) -> Readings:
    """Return what gauges and repairs say at a game time, for the boat as it is then at a depth (mm)."""
    return Readings(shown.read_gauges(boat, depth, game), game if board.repairs else 0)


def show_board(board: OpenBoard, readings: Readings) -> dict[str, Any]:
    """Return what every seat sees, with what gauges and repairs say."""
    records = records_of(board)
    places: Iterable[int] = range(len(PARTS))
    data: dict[str, Any] = {}
    if "shown" in board.known:
        (old_records, old_readings), data = board.known["shown"]
        changed = list(compress(RECORDS, map(is_not, old_records, records)))
        if old_readings != readings:
            changed.append(READINGS)
        if not changed:
            return data
        places = {place for name in changed for place in _PLACES[name]}
    data = data.copy()
    for place in places:
        data.update(PARTS[place].show(board, readings))
    board.known["shown"] = ((records, readings), data)
    return data
