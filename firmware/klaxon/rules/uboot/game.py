"""U-BOOT on the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.chance import new_numbers, next_key
from klaxon.rules.content.faults import bad_content
from klaxon.rules.contract import (
    UMPIRE,
    Field,
    Header,
    Ms,
    Offer,
    Order,
    Outcome,
    Prompt,
    Refusal,
    Seat,
    Sequel,
    SharedSight,
    Sight,
    Step,
)
from klaxon.rules.domains import Token
from klaxon.rules.uboot import from_data, happenings, present, views
from klaxon.rules.uboot.codec import decode, encode
from klaxon.rules.uboot.content.box import Box, read_box
from klaxon.rules.uboot.content.mission import Mission, read_mission
from klaxon.rules.uboot.linked.beginning import begin_linked, faults_without_log, find_log
from klaxon.rules.uboot.linked.log import PatrolLog, write_log
from klaxon.rules.uboot.linked.sequel import sequel_of
from klaxon.rules.uboot.sea.glass import lenses
from klaxon.rules.uboot.setting import NO_PATROL, OPTIONS, SPLITS
from klaxon.rules.uboot.start import set_up
from klaxon.rules.uboot.state import OVER, State
from klaxon.rules.uboot.step import ROLE, SEATS, Working
from klaxon.rules.uboot.verbs import acts as orders
from klaxon.rules.uboot.verbs import arguments, menu, prompts, reasons
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import BOAT
from klaxon.rules.walks import judge


class Uboot:
    """U-BOOT: one boat, four roles, 32 men."""

    name = "uboot"
    version = 1
    seats = SEATS
    boats = (BOAT,)
    splits = SPLITS
    verbs = menu.VERBS
    points = frozenset[str]()
    options = OPTIONS
    presets: Mapping[str, Mapping[str, Mapping[str, str]]] = {}

    def captain(self, boat: str) -> Seat:
        """Return the seat that decides for the boat."""
        return Seat(f"{boat}.captain")

    def content(self, _kind: str, _options: Mapping[str, str]) -> str:
        """Boxes and missions have one form."""
        return ""

    def setup(self, header: Header) -> State | Refusal:
        """Read the box and the mission, and lay the boat out."""
        box = read_box(header.contents["box"])
        if not isinstance(box, Box):
            return bad_content("box", header.options["box"], box)
        mission = read_mission(header.contents["mission"], box)
        if not isinstance(mission, Mission):
            return bad_content("mission", header.options["mission"], mission)
        log = _log_of(header, box, mission)
        if isinstance(log, Refusal):
            return log
        state = set_up(header, box, mission)
        begin_linked(state, log)
        return state

    def sequel(self, header: Header, state: State) -> Sequel | None:
        """Return the next mission of a patrol or the campaign (UBT-12.22)."""
        return sequel_of(header, state)

    def now(self, state: State) -> Ms:
        """Return the moment of the state."""
        return state.now

    def apply(self, state: State, order: Order) -> Step | Refusal:
        """Judge an order by its seat's view, then carry it out."""
        settled = judge(self, state, order, menu.find_offer)
        if isinstance(settled, Refusal):
            return settled
        work = Working(state, state.now)
        orders.carry_out(work, settled)
        return _with_log(work.finish())

    def advance(self, state: State, until: Ms) -> Step:
        """Let time pass, to the first instant at which it brings something."""
        return _with_log(happenings.pass_time(state, until))

    def due(self, state: State) -> Ms | None:
        """Return when time alone brings something, or has to be looked at."""
        return happenings.due(state)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the places, positions and posts the game waits for."""
        return prompts.prompts(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the mission ended."""
        return state.board.outcome

    def actors(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that may have an open offer: all of them, until the end."""
        return () if state.board.phase == OVER else SEATS

    def view(self, state: State, seat: Seat) -> View:
        """Return the view of a seat; it is kept with the state."""
        return views.view_of(state, seat)

    def sight(self, state: State, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        """Return the view of a seat through a lens, and when it changes by itself."""
        view, stale = views.view_of(state, seat), present.stale(state)
        if not lens and seat != UMPIRE:
            return Sight(view, stale)
        ends = [stale]
        if seat == UMPIRE:
            ends.append(present.truth_stale(state))
        if lens:
            shown, fresh = lenses.look(state, lens)
            view = view.through(shown) if shown else view
            ends.append(fresh)
        return Sight(view, min((moment for moment in ends if moment is not None), default=None))

    def shared_sights(self, state: State) -> tuple[SharedSight, ...]:
        """Return what all roles and the spectator are shown: the same, but for their prompts."""
        return (views.shared_sight(state),)

    def show(self, view: View) -> Mapping[str, Any]:
        """Return a view as data."""
        return views.show(view)

    def read_view(self, data: Mapping[str, Any], before: View | None = None) -> View:
        """Return the view that was shown; what has not changed since a view that was read before is taken from that."""
        return from_data.read_view(data, before)

    def open_prompts(self, view: View) -> tuple[str, ...]:
        """Return the keys of the prompts that wait for this seat."""
        return tuple(asked.key for asked in prompts.asked_of(view.board, view.role)) if view.seat in ROLE else ()

    def offers(self, view: View) -> tuple[Offer, ...]:
        """Return the verbs of the seat; umpire and spectator have none."""
        return menu.offers(view)

    def field(self, view: View, draft: Order) -> Field | None:
        """Return the next argument of a draft."""
        return arguments.field(view, draft)

    def why(self, view: View, draft: Order, token: Token) -> Refusal | None:
        """Return why a token does not fit."""
        return reasons.why(view, draft, token)

    def encode(self, state: State) -> bytes:
        """Return the state as canonical bytes."""
        return encode(state)

    def decode(self, data: bytes) -> State:
        """Return the state that was encoded."""
        return decode(data)

    def rekey(self, state: State, salt: str) -> State:
        """Return the state with other chance to come; its open prompts are asked under new numbers."""
        later = state.copy(state.now)
        later.key = next_key(state.key, salt)
        later.present = later.ahead = None  # they were worked out with the chance of before
        later.board = prompts.with_new_numbers(state.board, new_numbers(later.key))
        return later


def _log_of(header: Header, box: Box, mission: Mission) -> PatrolLog | Refusal | None:
    """Return the log that the game begins with, None where it begins without one, or why that cannot be."""
    name, mode = header.options["patrol"], header.options["mode"]
    if name == NO_PATROL:
        faults = faults_without_log(box, mission, mode)
        return bad_content("patrol", name, faults) if faults else None
    log = find_log(header.contents["patrol"], box, mission, mode)
    return log if isinstance(log, PatrolLog) else bad_content("patrol", name, log)


def _with_log(step: Step) -> Step:
    """Write the log where a step has ended the mission (UBT-12.22a)."""
    board = step.state.board
    if board.outcome is not None and not board.linked.log:
        board.linked = board.linked._replace(log=write_log(step.state))
    return step
