"""A table of Steam Torpedo for tests that read like play."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from klaxon import data
from klaxon.rules.contract import Event, Header, Seat
from klaxon.rules.games import game_named
from klaxon.rules.steam.cards.cards import Deck
from klaxon.rules.steam.cards.check import read_deck
from klaxon.rules.steam.grid import INDEX, NAMES, POST
from klaxon.rules.steam.look import lateral_of
from klaxon.rules.steam.setting import CREW
from klaxon.rules.steam.state import ABOARD, DEAD, Board, Hull, State
from klaxon.rules.walks import walks
from klaxon.table.setup import make_header
from tests.giving import Giving

GAME = game_named("steam")
BOATS = ("red", "blue")
SEATS = ("red.captain", "blue.captain", "umpire", "spectator")
SHIPPED = data.read("cards", "first-contact")
KEPT = (Path(__file__).parents[1] / "kept.json").read_text("utf-8")
"""The same cards with the numbers that tests count on: those of the shipped ones may be balanced anew."""
CLOSE = ["ahead close stern", "astern close bow", "port close starboard", "starboard close port"]
FAR = ["ahead distant stern", "astern distant bow"]

CROWN = {
    "a1": "gatling_gun",
    "b1": "observation_post",
    "c1": "parsons_turbine",
    "d1": "jet_rudder",
    "e1": "long_lance_tube",
    "a2": "harvey_battery",
    "b2": "anti_propeller_chain",
    "d2": "octopus_kennel",
    "e2": "stern_dart_rack",
}
PACT = {
    "a1": "schneider_broadside",
    "b1": "grapnel_winch",
    "c1": "daimler_block",
    "d1": "ballast_gallery",
    "e1": "citadel_forward",
    "a2": "thermite_lance",
    "b2": "salvage_workshop",
    "d2": "mine_rail",
    "e2": "ramming_bulkhead",
}


def card(name: str, /, **keys: Any) -> dict[str, Any]:
    """Return a card: a plain compartment of two points unless told otherwise."""
    plain: dict[str, Any] = {"id": name, "name": name.title(), "faction": "common", "types": ["standard"]}
    return {**plain, "hp_plain": 1, "hp_oxygen": 1, "trigger": "activate", **keys}


def gun(name: str, power: int = 2, /, **keys: Any) -> dict[str, Any]:
    """Return a combat compartment that fires at any close enemy."""
    return card(name, **{"combat": True, "power": power, "targets": CLOSE, **keys})


def device(name: str, /, *ops: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """Return a compartment with an effect of some operations."""
    return card(name, effect=list(ops), **keys)


POST_CARD = gun("central_post", 1, types=["propulsion"], hp_plain=3, hp_oxygen=0, once_per_turn=True)
FILLERS = [card(f"store_{place}") for place in range(18)]


def box(*cards: Mapping[str, Any], post: Mapping[str, Any] = POST_CARD) -> str:
    """Return a card file: the Central Post, these cards, and stores to make two boats of ten."""
    others = [*cards, *FILLERS[: max(0, 18 - len(cards))]]
    ids = [each["id"] for each in others]
    sets = {"one": ["central_post", *ids[:9]], "two": ["central_post", *ids[9:18]]}
    return json.dumps({"schema": 1, "cards": [post, *others], "sets": sets})


def header_of(cards: str = KEPT, seed: str = "0", **options: str) -> Header:
    """Return the header of a game with these cards."""
    header = make_header(GAME, options, lambda _kind, _name, _variant: cards, seed)
    assert isinstance(header, Header), header
    return header


def set_up(cards: str = KEPT, seed: str = "0", **options: str) -> State:
    """Return a game before its first order."""
    state = GAME.setup(header_of(cards, seed, **options))
    assert isinstance(state, State), state
    return state


def faults(text: str) -> list[tuple[int, str]]:
    """Return the line and code of every fault in a card file."""
    found = read_deck(text)
    return [] if isinstance(found, Deck) else [(fault.line, fault.code) for fault in found]


class Table(Giving):
    """A game in play: in the second round, red to act, all men ready in their Central Posts, boats alongside.

    `red` and `blue` say which card lies in which cell; what they leave out is filled up.
    """

    game = GAME
    state: State

    def __init__(
        self,
        red: Mapping[str, str] = CROWN,
        blue: Mapping[str, str] = PACT,
        *,
        cards: str = KEPT,
        round: int = 2,  # noqa: A002 - the word of the rules
        **options: str,
    ) -> None:
        self.state = set_up(cards, **{"setup": "random", "first": "red", **options})
        self.events: list[Event] = []
        board = self.edit()
        for me, cells in enumerate((red, blue)):
            _lay(board, me, cells)
            board.boats[me].swapped = True
        board.phase, board.active, board.round = "action", 0, round

    # -- playing --------------------------------------------------------------------------------------------

    def wait(self, until: int) -> list[Event]:
        """Let time pass; return what it brought."""
        events: list[Event] = []
        while GAME.now(self.state) < until:
            step = GAME.advance(self.state, until)  # type: ignore[arg-type]
            self.state = step.state
            events += step.events
        return events

    def orders(self, seat: str, start: str = "") -> list[str]:
        """Return every order a seat may give, or those that begin so."""
        view = GAME.sight(self.state, Seat(seat), {}).view
        found = [str(order).removeprefix(f"{seat} ") for order in walks(GAME, Seat(seat), view)]
        return [line for line in found if f"{line} ".startswith(f"{start} " if start else "")]

    def view(self, seat: str) -> dict[str, Any]:
        """Return the view of a seat as data."""
        return dict(GAME.show(GAME.sight(self.state, Seat(seat), {}).view))

    def facts(self, kind: str) -> dict[str, object]:
        """Return the facts of the one event of a kind that the last order brought."""
        (found,) = [event for event in self.events if event.type == kind]
        return dict(found.facts)

    def types(self) -> list[str]:
        """Return the types of the last events."""
        return [event.type for event in self.events]

    @property
    def board(self) -> Board:
        """The board as it lies."""
        return self.state.board

    def boat(self, name: str) -> Hull:
        """Return one boat."""
        return self.board.boats[BOATS.index(name)]

    def at(self, boat: str, man: str) -> str:
        """Return where a man stands: `b1`, `enemy b1`, or `dead`."""
        place = self.boat(boat).place[CREW.index(man)]
        return "dead" if place == DEAD else f"enemy {NAMES[place - ABOARD]}" if place >= ABOARD else NAMES[place]

    def points(self, boat: str, cell: str) -> tuple[int, int, int]:
        """Return the plain points, oxygen markers and empty slots of a cell."""
        hull, place = self.boat(boat), INDEX[cell]
        return hull.plain[place], hull.oxygen[place], hull.empty[place]

    # -- situations, made on a copy of the state ------------------------------------------------------------

    def edit(self) -> Board:
        """Return a copy of the board that is now the state's, to lay things on it."""
        board = self.state.board.copy()
        self.state = State(self.state.key, board, self.state.now, self.state.picks)
        return board

    def men(self, boat: str, *, tired: str = "", **places: str) -> Table:
        """Put men somewhere (`c="a1"`, `m1="enemy b2"`, `m2="dead"`), as if their turn had begun there."""
        hull = self.edit().boats[BOATS.index(boat)]
        spots = list(hull.place)
        for name, spot in places.items():
            man = CREW.index(name.removeprefix("m"))
            kind, _, cell = spot.rpartition(" ")
            spots[man] = DEAD if spot == "dead" else INDEX[cell] + (ABOARD if kind else 0)
        hull.place = hull.start = tuple(spots)
        hull.ready = sum(1 << man for man, spot in enumerate(spots) if spot != DEAD and CREW[man] not in tired)
        return self

    def turn(self, boat: str) -> Table:
        """Make it that boat's action phase."""
        self.edit().active = BOATS.index(boat)
        return self

    def lies(self, red: int, blue: int, side: str = "port") -> Table:
        """Lay the figures; alongside, `side` is where blue lies seen from red."""
        board = self.edit()
        board.sector = (red, blue)
        board.lateral = lateral_of(0, side) if red == blue else -1
        return self

    def hurt(self, boat: str, **cells: tuple[int, int, int]) -> Table:
        """Set what is left of some cells: plain points, oxygen markers, empty slots."""
        hull = self.edit().boats[BOATS.index(boat)]
        for name, left in cells.items():
            place = INDEX[name]
            hull.plain, hull.oxygen, hull.empty = (
                (*values[:place], value, *values[place + 1 :])
                for values, value in zip((hull.plain, hull.oxygen, hull.empty), left, strict=True)
            )
            hull.gone = hull.gone & ~(1 << place) | (0 if sum(left) else 1 << place)
        return self

    def destroy(self, boat: str, *cells: str) -> Table:
        """Destroy some cells."""
        return self.hurt(boat, **dict.fromkeys(cells, (0, 0, 0)))


def _lay(board: Board, me: int, cells: Mapping[str, str]) -> None:
    """Lay a boat: the cards named, then others that no boat names."""
    deck, hull = board.deck, board.boats[me]
    named = {INDEX[cell]: deck.index[name] for cell, name in cells.items()} | {POST: deck.post}
    spare = iter(card for card in (deck.pool if me else deck.pool[::-1]) if card not in named.values())
    hull.cards = tuple(named[cell] if cell in named else next(spare) for cell in range(len(NAMES)))
    hull.plain = tuple(deck.cards[card].hp_plain for card in hull.cards)
    hull.oxygen = tuple(deck.cards[card].hp_oxygen for card in hull.cards)
    hull.empty = (0,) * len(NAMES)
    hull.place = hull.start = (POST,) * len(CREW)
    hull.ready = (1 << len(CREW)) - 1


PRESENCE: dict[str, Any] = {"trigger": "presence"}
REACT: dict[str, Any] = {"types": ["experimental"], "trigger": "reaction"}


def using(*ops: dict[str, Any], blue: dict[str, Any] | None = None, **keys: Any) -> Table:
    """Red's man 1 stands in a device on b1 with these operations; a gun is on d1; blue may have a device on b1."""
    cards = box(device("kit", *ops, **keys), gun("cannon", 2), *([card("theirs", **blue)] if blue else []))
    table = Table({"b1": "kit", "d1": "cannon"}, {"b1": "theirs"} if blue else {}, cards=cards)
    return table.men("red", m1="b1", m2="b1")
