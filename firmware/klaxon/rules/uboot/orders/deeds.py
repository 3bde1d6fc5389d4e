"""What an order does once its men are at their places: one function an order (UBT-3.7, UBT-3.13).

An order whose function is not here is no order yet (`handbook.PLAYED`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.uboot.cards.resolving import play_card
from klaxon.rules.uboot.crew.losses import MOST_MORALE_OF_A_DIVE, kill
from klaxon.rules.uboot.galley.meal import cook_dish
from klaxon.rules.uboot.orders.arms import store_of
from klaxon.rules.uboot.radio.enigma import work_enigma
from klaxon.rules.uboot.sea import seam
from klaxon.rules.uboot.sea.attack import tubes
from klaxon.rules.uboot.sea.attack.launching import GAP
from klaxon.rules.uboot.sea.attack.records import LeavingTorpedo
from klaxon.rules.uboot.sea.attack.tdc import offset_of
from klaxon.rules.uboot.sea.glass.open_views import HYDROPHONE, PERISCOPE, TDC, open_view
from klaxon.rules.uboot.sea.guns.records import AA20, GUN88
from klaxon.rules.uboot.sea.guns.source import SHELLS
from klaxon.rules.uboot.sea.motion import bound_for
from klaxon.rules.uboot.sea.own_boat.noise import PUMPS_AFTER_DEPTH, PUMPS_AFTER_LEAK, with_noise
from klaxon.rules.uboot.sickbay.medicines import give_treatment
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.breach import ask_puzzle
from klaxon.rules.uboot.trouble.effects import depth_pace, percent
from klaxon.rules.uboot.trouble.emergencies import remove_emergency
from klaxon.rules.uboot.trouble.repairs import start as start_repair
from klaxon.rules.uboot.trouble.repairs import team_of
from klaxon.rules.uboot.words import OUTSIDE

METRE = 1000


def men_outside(board: OpenBoard) -> list[int]:
    """Return the figures on the deck and the bridge: who is there when the boat dives dies (UBT-3.7f)."""
    return [figure for figure, room in enumerate(board.at) if room in OUTSIDE]


def _go_to(work: Working, depth: int) -> None:
    """Send the boat to a depth (mm), as fast as its faults allow."""
    board = work.board
    boat = bound_for(board.boat, depth, work.game, depth_pace(board, depth))
    board.boat = boat._replace(grounded=boat.grounded and depth >= boat.depth)


def _new_speed(work: Working, args: tuple[str, ...]) -> None:
    """Set the telegraph; a change of depth under way goes on at the rate of the new speed."""
    (setting,) = args
    boat = work.board.boat = work.board.boat._replace(setting=setting)
    _go_to(work, boat.target)
    work.tell("speed", setting=setting)


def _new_course(work: Working, args: tuple[str, ...]) -> None:
    work.board.boat = work.board.boat._replace(course=int(args[0]))
    work.tell("course", degrees=int(args[0]))


def _new_depth(work: Working, args: tuple[str, ...]) -> None:
    """Go to another depth under water; the pumps are heard for a while (UBT-8.2f)."""
    _go_to(work, int(args[0]) * METRE)
    work.board.boat = with_noise(work.board.boat, "pumps", work.game + PUMPS_AFTER_DEPTH)
    work.tell("diving", metres=int(args[0]))


def _dive(work: Working, args: tuple[str, ...]) -> None:
    """Dive: the boat counts as submerged at once, and who is outside dies (UBT-3.13f)."""
    work.board.boat = work.board.boat._replace(surfaced=False, dived=False)
    _go_to(work, int(args[0]) * METRE)
    work.tell("diving", metres=int(args[0]))
    work.tell("dived")
    kill(work, men_outside(work.board), "dive", MOST_MORALE_OF_A_DIVE)


def _surface(work: Working, _args: tuple[str, ...]) -> None:
    """Begin to surface; it counts when depth 0 is reached (UBT-3.13f)."""
    _go_to(work, 0)
    work.tell("surfacing")


def _watch(_work: Working, _args: tuple[str, ...]) -> None:
    """The WATCH tokens are all there is to it."""


def _sextant(work: Working, _args: tuple[str, ...]) -> None:
    """Fix the place of the boat: the cell is told exactly, and the reckoning goes on from there (UBT-3.17d)."""
    seam.fix_place(work)
    work.tell("cell", cell=work.board.boat.cell)


def _periscope(work: Working, _args: tuple[str, ...]) -> None:
    """Raise the periscope: its view is open while its man stays at it (UBT-3.3d)."""
    open_view(work, PERISCOPE)


def _hydrophone(work: Working, _args: tuple[str, ...]) -> None:
    """Man the hydrophone: it is listened to while its man stays at it."""
    open_view(work, HYDROPHONE)


def _tdc(work: Working, args: tuple[str, ...]) -> None:
    """Lay the TDC on a contact: what was entered for another one is gone (UBT-8.5b)."""
    open_view(work, TDC, args[0])


def _flood_tubes(work: Working, args: tuple[str, ...]) -> None:
    tubes.flood(work, tuple(int(tube) for tube in args))


def _launch(work: Working, args: tuple[str, ...]) -> None:
    """Launch torpedoes, 2 s apart in the order named, spread about the course (UBT-8.5e)."""
    target, board = work.state.sea.attack.tdc, work.board
    if target is None:
        return
    salvo = []
    for place, number in enumerate(map(int, args)):
        tube, due = board.arms.tube(number), work.game + place * GAP
        board.arms = board.arms.with_tube(number, tube._replace(due=due))
        offset = offset_of(place, len(args), target.aim.spread)
        salvo.append(LeavingTorpedo(due, number, tube.torpedo, target, offset))
    seam.launch(work, tuple(salvo))


def _reload(work: Working, args: tuple[str, ...]) -> None:
    """Begin to load a tube; the men are free at once (UBT-8.5a). What has gone meanwhile is not loaded."""
    tube, kind = int(args[0]), args[1]
    store = store_of(work.board, tube, kind)
    if store:
        tubes.load(work, tube, kind, store)


def _gun88(work: Working, args: tuple[str, ...]) -> None:
    """Fire the 88 mm for two minutes: 30 shells, fewer with a damaged mount, and never more than there are."""
    board = work.board
    shells = min(board.arms.shells, max(1, SHELLS * percent(board, "rate", GUN88) // 100))
    board.arms = board.arms._replace(shells=board.arms.shells - shells)
    seam.open_fire(work, GUN88, args[0], shells, 100)
    open_view(work, GUN88, args[0])


def _aa20(work: Working, args: tuple[str, ...]) -> None:
    """Fire a pass of the 20 mm: at what is named, else at the nearest aircraft, else at the nearest ship."""
    target = seam.open_fire(work, AA20, "".join(args), 0, percent(work.board, "rate", AA20))
    open_view(work, AA20, target)


def _address(work: Working, args: tuple[str, ...]) -> None:
    """Address the crew: the card that was named takes effect (UBT-3.10b)."""
    play_card(work, args[0])


def _repair_fault(work: Working, args: tuple[str, ...]) -> None:
    """The FAULT tokens lie on the team already (UBT-3.12e)."""
    start_repair(work, args[0], team_of(work.board, args[0]))


def _repair_emergency(work: Working, args: tuple[str, ...]) -> None:
    kind, room = args
    remove_emergency(work, kind, int(room))
    if kind == "leak":
        work.board.boat = with_noise(work.board.boat, "pumps", work.game + PUMPS_AFTER_LEAK)


def _repair_breach(work: Working, args: tuple[str, ...]) -> None:
    ask_puzzle(work, int(args[0]))


DEEDS: Mapping[str, Callable[[Working, tuple[str, ...]], None]] = {
    "new_speed": _new_speed,
    "new_course": _new_course,
    "new_depth": _new_depth,
    "dive": _dive,
    "surface": _surface,
    "watch": _watch,
    "periscope": _periscope,
    "hydrophone": _hydrophone,
    "sextant": _sextant,
    "tdc": _tdc,
    "flood_tubes": _flood_tubes,
    "reload": _reload,
    "launch": _launch,
    GUN88: _gun88,
    AA20: _aa20,
    "address": _address,
    "repair_fault": _repair_fault,
    "repair_emergency": _repair_emergency,
    "repair_breach": _repair_breach,
    "cook": cook_dish,
    "first_aid": give_treatment,
    "enigma": work_enigma,
}
