"""A boat of U-BOOT for tests that read like play: a drill staged as UBT-12.20a says, orders, and what came of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from klaxon import data
from klaxon.rules.contract import Event, Header, Ms, Seat
from klaxon.rules.uboot import Uboot
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import BOAT, FIGURES
from klaxon.rules.walks import walks
from klaxon.table.setup import make_header
from tests.giving import Giving

GAME = Uboot()
BOX = data.read("boxes", "uboot")
DRILL = json.loads(data.read("missions", "drill"))
ROLES = ("captain", "first_officer", "navigator", "engineer")
MINUTE = 60_000
HOUR = 60 * MINUTE
WATCHERS = ("navigator.circle", "navigator.square", "navigator.triangle", "navigator.hexagon")


def mission(script: list[dict[str, Any]] | None = None, /, **setup: Any) -> str:
    """Return the drill with another set-up and a script; a key in capitals is one of the mission itself."""
    own = {key.lower(): setup.pop(key) for key in list(setup) if key.isupper()}
    if "hours" in own:
        own.setdefault("primary", {**DRILL["primary"], "cell": "AM13", "dwell_h": 1})
    return json.dumps({**DRILL, **own, "setup": {**DRILL["setup"], **setup}, "script": script or []})


def box_with(part: str, change: Callable[[Any], None]) -> str:
    """Return the shipped box with one part of it changed in place."""
    told = json.loads(BOX)
    change(told[part])
    return json.dumps(told)


def header_of(text: str = "", seed: str = "0", box: str = BOX, log: str = "", **options: str) -> Header:
    """Return the header of a game of a mission, perhaps with the log of the mission before."""
    contents = {"boxes": box, "missions": text or mission(), "patrols": log}
    header = make_header(
        GAME, {"mission": "drill", "wear": "off", **options}, lambda kind, _name, _variant: contents[kind], seed
    )
    assert isinstance(header, Header), header
    return header


class Boat(Giving):
    """A boat at sea, or before `begin`."""

    game = GAME
    state: State

    def __init__(
        self,
        script: list[dict[str, Any]] | None = None,
        /,
        *,
        begun: bool = True,
        rules: str = "",
        box: str = BOX,
        log: str = "",
        **setup: Any,
    ) -> None:
        options = {"wear": "off", "events": "off", **dict(pair.split("=") for pair in rules.split())}
        options |= {"patrol": "before.json"} if log else {}
        state = GAME.setup(header_of(mission(script, **setup), box=box, log=log, **options))
        assert isinstance(state, State), state
        self.state = state
        self.events: list[Event] = []
        if begun:
            self.give("uboot.first_officer begin")

    # -- playing: a line names its role alone -------------------------------------------------------------------

    def give(self, line: str) -> list[Event]:
        return super().give(_whole(line))

    def refusal(self, line: str) -> Any:
        return super().refusal(_whole(line))

    def why(self, line: str) -> dict[str, Any]:
        """Return the refusal of a line as its facts, with the code."""
        refusal = self.refusal(line)
        return {"code": refusal.code, **refusal.facts}

    def wait(self, milliseconds: int) -> list[Event]:
        """Let table time pass; return what it brought."""
        until = GAME.now(self.state) + milliseconds
        self.events = []
        while GAME.now(self.state) < until:
            step = GAME.advance(self.state, Ms(until))
            self.state = step.state
            self.events += step.events
        return self.events

    def change(self, *moves: str) -> list[Event]:
        """Change positions: lines `ROLE move ...`, then all are ready."""
        lines = ["captain change_positions", *moves, *(f"{role} ready" for role in ROLES)]
        return self.play(*lines)

    def put(self, man: str, **tokens: Any) -> Boat:
        """Give a man on duty other tokens than a file can stage; return the boat."""
        board = self.state.board.copy()
        number = (board.shift - 1) * 16 + FIGURES.index(man)
        board.crew = (*board.crew[:number], board.crew[number]._replace(**tokens), *board.crew[number + 1 :])
        return self.lay(board)

    def lay(self, board: OpenBoard) -> Boat:
        """Go on with another board; return the boat."""
        self.state = self.state.copy(self.state.now)
        self.state.board = board
        return self

    def do(self, act: Callable[[Working], None]) -> tuple[Event, ...]:
        """Let something happen that neither an order nor a script brings; return what came of it."""
        work = Working(self.state, self.state.now)
        act(work)
        step = work.finish()
        self.state = step.state
        return step.events

    # -- what is to be seen -------------------------------------------------------------------------------------

    def view(self, role: str = "captain") -> dict[str, Any]:
        """Return the view of a role, umpire or spectator as data."""
        seat = f"uboot.{role}" if role in ROLES else role
        return dict(GAME.show(GAME.sight(self.state, Seat(seat), {}).view))

    def slots(self, man: str) -> str:
        """Return the tokens in a man's slots: `act act`; `name.2` for a man of shift 2."""
        figure, _, shift = man.rpartition(".") if man[-1].isdigit() else (man, "", str(self.view()["shift"]))
        shown = self.view()["men" if int(shift) == self.view()["shift"] else "reliefs"][figure]
        return " ".join(word for word in shown["slots"] if word != "free")

    def room(self, man: str) -> int:
        """Return the room of a figure."""
        return int(self.view()["men"][man]["room"])

    def tracks(self) -> tuple[int, int]:
        """Return orders and morale."""
        return self.state.board.order, self.state.board.morale

    def bar(self, role: str, verb: str) -> str:
        """Return the code that bars a verb of a role in its menu, '' where it is open."""
        (offer,) = [each for each in GAME.offers(GAME.view(self.state, Seat(f"uboot.{role}"))) if each.verb == verb]
        return offer.barred.code if offer.barred else ""

    def lines(self, role: str, start: str) -> list[str]:
        """Return every order of a role that begins so."""
        seat = Seat(f"uboot.{role}")
        verb, *_ = start.split()
        found = [str(order).removeprefix(f"{seat} ") for order in walks(GAME, seat, GAME.view(self.state, seat), verb)]
        return [line for line in found if line.startswith(start)]


def _whole(line: str) -> str:
    return line if line.startswith(f"{BOAT}.") else f"uboot.{line}"


def over_line(reason: str, glory: int = 0, grt: int = 0) -> str:
    """Return the line of a drill that ended without its objective."""
    facts = f"winner=sea reason={reason} glory={glory} grade=F grt={grt}"
    return f"over {facts} objectives={ {'primary': 'failed'} }"


def told(events: Sequence[Event], *kinds: str) -> list[str]:
    """Return events in a line each, those of some kinds only if any are named: `died man=navigator.circle why=dive`."""
    return [
        " ".join([event.type, *(f"{key}={_short(value)}" for key, value in event.facts.items())])
        for event in events
        if not kinds or event.type in kinds
    ]


def _short(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
