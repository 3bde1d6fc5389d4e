"""Captain Sonar on the contract."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from klaxon.rules.chance import key_of, new_numbers, next_key
from klaxon.rules.content.faults import bad_content
from klaxon.rules.contract import (
    Header,
    Ms,
    Order,
    Outcome,
    Prompt,
    Refusal,
    Seat,
    SharedSight,
    Sight,
    Splits,
    Step,
    Verb,
)
from klaxon.rules.sonar import arguments, clock, menu, scenarios, turns
from klaxon.rules.sonar.chart import Chart, read_chart, sea_of
from klaxon.rules.sonar.orders import CARRY_OUT
from klaxon.rules.sonar.prompts import open_prompts, prompts_of
from klaxon.rules.sonar.realtime import course as realtime
from klaxon.rules.sonar.realtime import due as realtime_due
from klaxon.rules.sonar.realtime import menu as realtime_menu
from klaxon.rules.sonar.realtime import views as realtime_views
from klaxon.rules.sonar.setting import BOATS, CREWS, OPTIONS, PRESETS, ROLES, Setting
from klaxon.rules.sonar.shown import crew_sight, read_view, show
from klaxon.rules.sonar.state import State, decode, encode
from klaxon.rules.sonar.step import CREW, PLACE, SEAT, Working
from klaxon.rules.sonar.view import Bystander, View
from klaxon.rules.sonar.views import view_of
from klaxon.rules.walks import judge

LEAST_LIVE, ALL_SEATS = 6, 8
"""How many people real time needs, and how many the Wolfpack."""


class Sonar:
    """Captain Sonar, in turns and in real time."""

    name = "sonar"
    version = 1
    seats = tuple(SEAT.values())
    boats = BOATS
    splits: Splits = MappingProxyType({people: CREWS[people] for people in (2, 3)})
    verbs: tuple[Verb, ...] = (
        Verb("start", ("captain",), "POINT"),
        Verb("dive", ("captain",)),
        Verb("course", ("captain",), "DIR"),
        Verb("torpedo", ("captain",), "POINT"),
        Verb("mine", ("captain",), "POINT"),
        Verb("detonate", ("captain",), "POINT"),
        Verb("silence", ("captain",), "DIR LENGTH | stay"),
        Verb("repair", ("captain",), "SYSTEM"),
        Verb("surface", ("captain",)),
        Verb("answer", ("captain",), "two of row=ROW column=COLUMN sector=SECTOR"),
        Verb("volcano", ("captain",), "NUMBER"),
        Verb("undo", ("captain",)),
        Verb("end", ("captain",)),
        Verb("charge", ("xo",), "SYSTEM"),
        Verb("drone", ("xo",), "SECTOR"),
        Verb("sonar", ("xo",)),
        Verb("break", ("engineer",), "SYMBOL"),
        Verb("guess", ("radio",), "POINT | none"),
        Verb("stop", ("captain", "xo")),
        Verb("resume", ("captain", "xo")),
        Verb("confirm", ("engineer",)),
        Verb("reject", ("engineer",)),
        Verb("ready", ("engineer",)),
        Verb("trace", ROLES, "SECTION [RECORDING [initials=LETTERS]]"),
    )
    points = frozenset({"at", "mines", "points", "guess"})
    options = OPTIONS
    presets = PRESETS

    def captain(self, boat: str) -> Seat:
        """Return the seat that decides for a boat."""
        return Seat(f"{boat}.captain")

    def content(self, kind: str, options: Mapping[str, str]) -> str:
        """Return which size of chart the mode needs."""
        return options["mode"] if kind == "charts" else ""

    def setup(self, header: Header) -> State | Refusal:
        """Read the chart and return a state in which both boats have no position yet."""
        chart = read_chart(header.contents["chart"])
        if not isinstance(chart, Chart):
            return bad_content("chart", header.options["chart"], chart)
        if refusal := _too_few(header.options):
            return refusal
        sea = sea_of(chart.name, chart.edge, "\n".join(chart.rows))
        return State(Setting.of(header.options), sea, key_of(header.seed), boats=scenarios.new_boats(sea))

    def sequel(self, _header: Header, _state: State) -> None:
        """No game follows from another."""

    def now(self, state: State) -> Ms:
        """Return the moment of the state."""
        return state.now

    def apply(self, state: State, order: Order) -> Step | Refusal:
        """Judge an order by its seat's view, then carry it out."""
        settled = judge(self, state, order)
        if isinstance(settled, Refusal):
            return _handed_over(state.setting, order) or settled if settled.code == "not-now" else settled
        work = Working(state, PLACE[order.seat][0])
        if state.setting.realtime:
            realtime.carry_out(work, settled)
        else:
            CARRY_OUT[settled.verb](work, *settled.args)
        return work.finish()

    def advance(self, state: State, until: Ms) -> Step:
        """Let time pass; in `turns` it brings nothing without a clock."""
        if until <= state.now:
            return Step(state, ())
        due = self.due(state)
        if due is not None and due <= until:
            return realtime_due.pass_time(state, due) if state.setting.realtime else clock.play_out(state, due)
        later = state.copy()
        later.now = until
        return Step(later, ())

    def due(self, state: State) -> Ms | None:
        """Return when time alone brings something: in `turns`, the end of a turn that has a clock."""
        return realtime_due.due(state) if state.outcome is None else None

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the marks and answers the game waits for."""
        if state.outcome:
            return ()
        if state.setting.realtime:
            return realtime_due.prompts(state)
        return tuple(
            Prompt(key, seat, verbs, _frozen_seats(state, me, verbs) - {seat})
            for (me, role), seat in SEAT.items()
            for key, verbs in prompts_of(me, state.boats[me], role, state.scene)
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended."""
        return state.outcome

    actors = staticmethod(turns.actors)

    def view(self, state: State, seat: Seat) -> View | Bystander:
        """Return the view of a seat; it is kept with the state."""
        kept: View | Bystander | None = state.views.get(seat)
        if kept is None:
            kept = state.views[seat] = view_of(state, seat, {})
            if state.setting.realtime:
                _with_menu(kept)
        return kept

    def sight(self, state: State, seat: Seat, lens: Mapping[str, str]) -> Sight[View | Bystander]:
        """Return the view of a seat; a radio operator's lens places the enemy's track on a point."""
        return Sight(_with_menu(view_of(state, seat, lens)) if lens else self.view(state, seat))

    def shared_sights(self, state: State) -> tuple[SharedSight, ...]:
        """Return what the crews are shown, each its own."""
        return tuple(crew_sight([self.view(state, SEAT[me, role]) for role in ROLES]) for me, _ in enumerate(BOATS))

    def show(self, view: View | Bystander) -> Mapping[str, object]:
        """Return a view as data."""
        return show(view) if isinstance(view, View) else view.data

    def read_view(self, data: Mapping[str, Any]) -> View | Bystander:
        """Return the view that was shown."""
        return _with_menu(read_view(data)) if "role" in data else Bystander(data)

    offers = staticmethod(menu.offers)

    def open_prompts(self, view: View | Bystander) -> tuple[str, ...]:
        """Return the keys of the prompts that wait for this seat."""
        return tuple(key for key, _ in open_prompts(view)) if isinstance(view, View) else ()

    field = staticmethod(arguments.field)
    why = staticmethod(arguments.why)

    def encode(self, state: State) -> bytes:
        """Return the state as canonical bytes."""
        return encode(state)

    def decode(self, data: bytes) -> State:
        """Return the state that was encoded."""
        return decode(data)

    def rekey(self, state: State, salt: str) -> State:
        """Return the state with different randomness from now on; its open prompts get new numbers."""
        later = state.copy()
        later.key = next_key(state.key, salt)
        jump = new_numbers(later.key)
        later.boats = (state.boats[0].renumber_prompts(jump), state.boats[1].renumber_prompts(jump))
        if state.floor is not None and state.floor.number:
            later.floor = state.floor._replace(number=state.floor.number + jump)
        return later


def _with_menu(view: View | Bystander) -> View | Bystander:
    """Return a view with its menu in real time; in turns the menu is built when it is asked for."""
    if isinstance(view, View) and view.setting.realtime:
        view.offers = realtime_menu.offers(view)
    return view


def _handed_over(setting: Setting, order: Order) -> Refusal | None:
    """Return who gives an order that the options moved to another role (SON-53, SON-116)."""
    roles = tuple(role for role in ROLES if order.verb in setting.verbs[role])
    own = order.seat.rpartition(".")[2]
    return Refusal("not-your-role", {"verb": order.verb, "roles": roles}) if roles and own not in roles else None


def _too_few(options: Mapping[str, str]) -> Refusal | None:
    """Return why there are too few players: for the Wolfpack in any mode, for others in real time (SON-03, SON-110)."""
    players = int(options["players"])
    if options["rules"] == "wolfpack":
        if options["victory"] != "hunt":
            return Refusal("hunt-only", {"victory": options["victory"]})
        return Refusal("wolfpack-crew", {"players": players, "least": ALL_SEATS}) if players < ALL_SEATS else None
    if options["mode"] == "realtime" and players < LEAST_LIVE and options["override"] == "no":
        return Refusal("too-few-players", {"players": players, "least": LEAST_LIVE})
    return None


def _frozen_seats(state: State, me: int, verbs: tuple[str, ...]) -> frozenset[Seat]:
    """Return which seats a prompt freezes: a mark the captain, a penalty the crew, an answer all (SON-40, SON-71)."""
    if verbs[0] in realtime_views.ANSWERS:
        return CREW[0] | CREW[1]
    return CREW[me] if state.boats[me].penalty_due and "break" in verbs else frozenset({SEAT[me, "captain"]})
