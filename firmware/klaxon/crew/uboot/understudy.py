"""The understudies of U-BOOT: all four roles, each using only what its own seat sees and hears."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.crew.uboot import captain, choosing, manning, moving, radio, repairing, watch, welfare
from klaxon.crew.uboot.hunting import first_look, hunter, pacing
from klaxon.crew.uboot.hunting.hunt_skills import HUNTERS
from klaxon.crew.uboot.hunting.plot import lay_down
from klaxon.crew.uboot.hunting.targets import choose_target
from klaxon.crew.uboot.notes import REAL, WatchNotes, begin, listen
from klaxon.crew.uboot.patrolling.errands import DRILL
from klaxon.crew.uboot.reading import ViewReader, may_speak, role_of
from klaxon.crew.uboot.resorting import resort
from klaxon.crew.uboot.skills import SKILLS
from klaxon.crew.understudy import Heard, Pick, Shown, with_prompt_key
from klaxon.rules.contract import Order
from klaxon.rules.uboot.patrol.returning import RETURN
from klaxon.rules.uboot.state import SETUP, OpenBoard
from klaxon.rules.uboot.verbs.menu import find_offer
from klaxon.rules.uboot.views import View

Wish = Callable[[View, WatchNotes, Pick], Order | None]
WISHES: dict[str, Wish] = {
    "post": moving.post_relief,
    "choose": choosing.choose,
    "move": moving.move_men,
    "ready": moving.report_ready,
    "puzzle": repairing.seal_breach,
    "key": radio.set_key,
    "assign": manning.name_men,
    "card": repairing.play_card,
    "done": manning.report_done,
    "dish": welfare.choose_dish,
    "treat": welfare.treat_patients,
    "kit": welfare.open_kit,
    "begin": watch.begin,
    "join": lambda view, notes, pick: watch.join_watch(view, notes, pick) or repairing.resume_repair(view, notes, pick),
    "identify": first_look.identify,
    RETURN: hunter.go_home,
    captain.POSITIONS: lambda view, notes, pick: hunter.command(view, notes, pick) or resort(view, notes, pick),
    "smoke": welfare.smoke,
    "time": pacing.set_time,
}
"""Verb -> the order that a seat wants to give with it now, None if it does not; most urgent verb first.

The captain's orders are open together, so one verb stands for all of them.
"""


def _is_pending(board: OpenBoard) -> bool:
    return board.pending is not None


def _is_moving(board: OpenBoard) -> bool:
    return board.positions is not None


OCCASIONS: dict[str, Callable[[OpenBoard], bool]] = {
    "post": lambda board: bool(board.posts),
    "choose": lambda board: bool(board.cards.choices),
    "puzzle": lambda board: bool(board.trouble.breaches),
    "key": lambda board: bool(board.radio.asked),
    "kit": lambda board: bool(board.provisions.kits),
    "begin": lambda board: board.phase == SETUP,
    **dict.fromkeys(("move", "ready"), _is_moving),
    **dict.fromkeys(("assign", "card", "done", "dish", "treat"), _is_pending),
}
"""Verb -> whether there is anything that it could be about: where not, nobody need look whether it is open."""
CLOSING = ("post", "choose", "puzzle", "key", "ready", "done", "dish", "treat")
"""Verbs that close the prompt they answer; after the others it stays open for more."""
UNHURRIED = ("begin", "time")


def _is_open(view: View, verb: str) -> bool:
    if verb in OCCASIONS and not OCCASIONS[verb](view.board):
        return False
    offer = find_offer(view, verb)
    return offer is not None and offer.barred is None


class UbootUnderstudy:
    """Plays any of the four roles."""

    def __init__(self, skill: str) -> None:
        """Take the skill to play with."""
        self._skill, self._hunting, self._reader = SKILLS[skill], HUNTERS[skill], ViewReader()

    def begin(self, shown: Shown) -> WatchNotes:
        """Return the notes of a seat that has heard nothing yet."""
        return begin(shown, self._skill, self._hunting)

    def hear(self, notes: WatchNotes, heard: Heard) -> WatchNotes:
        """Return the notes after one more event."""
        return listen(notes, heard)

    def see(self, notes: WatchNotes, shown: Shown, now: int) -> WatchNotes:
        """Return the notes of the captain with what the view reports laid down on the plot, and his target."""
        if role_of(shown) != "captain":
            return notes
        sails = shown["mission"]["id"] != DRILL
        hunt = notes.hunt._replace(plot=lay_down(notes.hunt.plot, shown, now, notes.hunt.skill.eye), sails=sails)
        return notes._replace(hunt=hunt._replace(target=choose_target(hunt)))

    def is_watching(self, notes: WatchNotes) -> bool:
        """Return whether reports of a contact are still to come, or the boat is on its way over the chart."""
        return notes.hunt.sails or any(not contact.lost for contact in notes.hunt.plot.contacts)

    def order(self, shown: Shown, notes: WatchNotes, pick: Pick) -> Order | None:
        """Return the order of the seat now: the first of its wishes that is open."""
        if not may_speak(shown):
            return None
        view = self._reader.read(shown)
        wishes = (wish(view, notes, pick) for verb, wish in WISHES.items() if _is_open(view, verb))
        order = next((wish for wish in wishes if wish is not None), None)
        return with_prompt_key(order, shown) if order and order.verb in CLOSING else order

    def can_wait(self, order: Order) -> bool:
        """Return whether the order only lets time pass: whoever else has an order comes first."""
        return order.verb in UNHURRIED and REAL not in order.args
