"""Views that a man holds open: periscope, hydrophone, TDC and guns, until they are closed or cannot go on (UBT-8.6b).

The bridge view needs nobody's hand: it is open while at least one man watches (UBT-3.7e).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.records import OpenView, OwnBoat
from klaxon.rules.uboot.sea.guns.records import AA20, GUN88, SEA_MOST
from klaxon.rules.uboot.sea.motion import SHALLOW, crossing_of, depth_at, speed
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.effects import is_dead

BRIDGE, PERISCOPE, HYDROPHONE, TDC = "bridge", "periscope", "hydrophone", "tdc"
CLOSE = "close"
TO_CLOSE = (PERISCOPE, HYDROPHONE, TDC)
SCOPE_DEPTH = SHALLOW
"""Deeper than this (mm) the periscope does not reach the surface."""
SCOPE_KNOTS, SHAKING_KNOTS = 60, 40
"""Tenths: above the first it cannot be used, from the second on it shakes (UBT-8.6e)."""


def find_view(board: OpenBoard, name: str) -> OpenView | None:
    """Return a view that a man holds open, None if it is shut."""
    return next((view for view in board.glass if view.name == name), None)


def open_names(board: OpenBoard) -> list[str]:
    """Return the names of all views that are open."""
    return [*([BRIDGE] if lookouts(board) else []), *(view.name for view in board.glass)]


def open_view(work: Working, name: str, contact: str = "") -> None:
    """Let the man who has just carried out the order hold its view open; one that was open is his now."""
    board, (hand, *_) = work.board, work.hands
    others = tuple(view for view in board.glass if view.name != name)
    was_open = len(others) < len(board.glass)
    board.glass = (*others, OpenView(name, hand.figure, contact))
    if not was_open:
        work.tell("view", view=name, open=True)


def close_view(work: Working, name: str) -> None:
    """Close a view, if it is open."""
    if find_view(work.board, name) is not None:
        work.board.glass = tuple(view for view in work.board.glass if view.name != name)
        work.tell("view", view=name, open=False)


def close_all_views(work: Working) -> None:
    """Close the views whose men are relieved (UBT-3.6m)."""
    for view in work.board.glass:
        close_view(work, view.name)


def bar_close(board: OpenBoard, _role: str) -> Refusal | None:
    """Return that no view is open that could be closed."""
    return None if any(find_view(board, name) for name in TO_CLOSE) else Refusal("not-open", {"view": ""})


def views_due(state: State) -> int | None:
    """Return when the boat will be too deep or too fast for the open periscope; None: as things are, never."""
    board = state.board
    if find_view(board, PERISCOPE) is None:
        return None
    boat = board.boat
    fast = [leg.start for leg in boat.way[1:] if leg.knots > SCOPE_KNOTS]
    deep = crossing_of(boat, SCOPE_DEPTH, boat.legs[0].start) if boat.legs else None
    return min([*fast[:1], *([] if deep is None else [deep])], default=None)


def lower_periscope(work: Working, _game: int) -> None:
    """Close the periscope of a boat that gets too deep or too fast for it."""
    close_view(work, PERISCOPE)


def review_views(work: Working, game: int) -> None:
    """Close the views whose man has left or died, or whose condition fails."""
    if not work.board.glass:
        return
    for view in sorted(work.board.glass, key=lambda each: each.name == TDC):  # which needs the periscope
        if not _is_held(work, view, game):
            close_view(work, view.name)


def _is_held(work: Working, view: OpenView, game: int) -> bool:
    board = work.board
    room = int(board.handbook.orders[view.name].places[0].room)
    at = board.positions.start if board.positions else board.at  # who is sent off leaves when all are ready
    if at[view.figure] != room or board.man(view.figure).dead:
        return False
    if any(is_dead(board, device) for device, _ in board.handbook.dead.get(view.name, ())):
        return False
    return view.name not in CONDITIONS or CONDITIONS[view.name](work, view, game)


def knots_now(boat: OwnBoat) -> int:
    """Return the speed of the boat ahead, in tenths of knots; its record must be that of now."""
    return boat.way[0].knots if boat.way else speed(boat)


def _is_in_contact(work: Working, name: str) -> bool:
    """Return whether a contact is one still: told by a script, or found and not lost yet."""
    sea = work.state.sea
    names = [contact.name for contact in work.board.waters.contacts]
    names += [sighting.name for sighting in sea.watches.sightings]
    return name in names or any(craft.sighting is not None and craft.sighting.name == name for craft in sea.air.craft)


def _can_aim(work: Working, view: OpenView, _game: int) -> bool:
    return can_lay(work, view.contact)


def can_lay(work: Working, contact: str) -> bool:
    """Return whether the TDC can be, or stay, laid: it needs the bridge view or the periscope, and its contact."""
    seen = any(name in (BRIDGE, PERISCOPE) for name in open_names(work.board))
    return seen and _is_in_contact(work, contact)


def _can_fire(work: Working, view: OpenView, _game: int) -> bool:
    """A gun needs a boat at the surface, a sea that is not too high for it, and its contact."""
    board = work.board
    return board.boat.surfaced and board.waters.sea <= SEA_MOST[view.name] and _is_in_contact(work, view.contact)


def _can_look(work: Working, _view: OpenView, game: int) -> bool:
    """The periscope needs a boat submerged, not deeper than 10 m and not above 6 kn (UBT-8.6e)."""
    boat = work.board.boat
    return not boat.surfaced and depth_at(boat, game) <= SCOPE_DEPTH and knots_now(boat) <= SCOPE_KNOTS


def _can_listen(work: Working, _view: OpenView, _game: int) -> bool:
    return not work.board.boat.surfaced


CONDITIONS: Mapping[str, Callable[[Working, OpenView, int], bool]] = {
    PERISCOPE: _can_look,
    HYDROPHONE: _can_listen,
    TDC: _can_aim,
    GUN88: _can_fire,
    AA20: _can_fire,
}
"""View -> what must hold at a game time for it to stay open."""
