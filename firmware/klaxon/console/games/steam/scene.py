"""A scene of Steam Torpedo: what the screen of a captain knows at one moment. Each view is read here, once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from klaxon.console.play.seat_screen import Scene as SeatScene
from klaxon.rules.steam import menu
from klaxon.rules.steam.views import View

Card = Mapping[str, Any]
"""A card of the box, as written in its file."""


class CellView(NamedTuple):
    """A compartment: its card, and its tokens."""

    card: str
    name: str
    plain: int
    oxygen: int
    empty: int
    damage: int
    destroyed: bool
    uses: int


class ManView(NamedTuple):
    """A man of a crew: on which boat, in which compartment ('' if dead), and whether he can act."""

    on: str
    at: str
    ready: bool


@dataclass(frozen=True, slots=True)
class BoatView:
    """A boat as everybody sees it. Before it is laid out it has no compartments and no men."""

    cells: Mapping[str, CellView]
    crew: Mapping[str, ManView]
    heading: str
    speed: int
    oxygen: int


class Reaction(NamedTuple):
    """A boat that may react, and to which enemy compartment; '' for a manoeuvre."""

    boat: str
    cell: str


@dataclass(frozen=True, slots=True)
class SteamView:
    """What a captain may know, in the terms of his screens."""

    rules: View
    """The same as the rules read it."""
    stage: str
    """The stage of the boat in the course of play."""
    phase: str
    round: int
    turn: str
    prompts: tuple[str, ...]
    """The keys of the open prompts."""
    is_draft: bool
    """Whether picks are secret: the only secret of the game (STM-2b)."""
    due: int
    """When the rules answer the open prompt; 0: never."""
    owed: int
    """How much damage still has to be placed."""
    window: Reaction | None
    boats: Mapping[str, BoatView]
    chosen: Mapping[str, tuple[str, ...]]
    """Boat -> the cards it has picked."""
    cards: Mapping[str, Card]
    """The box, by the ids of the cards."""


Scene = SeatScene[SteamView]


def read_steam(data: Mapping[str, Any], view: View) -> SteamView:
    """Read a view, from its data and from the rules' form of it."""
    window, blows = data["window"], data["damage"]
    return SteamView(
        rules=view,
        stage=menu.stage(view),
        phase=data["phase"],
        round=data["round"],
        turn=data["turn"],
        prompts=tuple([prompt["key"] for prompt in data["prompts"]]),
        is_draft=data["phase"] == "pick" and data["rules"]["setup"] == "draft",
        due=data["due"] if data["outcome"] is None else 0,
        owed=blows[0]["left"] if blows else 0,
        window=Reaction(window["boat"], window["cell"]) if window else None,
        boats={name: _read_boat(boat) for name, boat in data["boats"].items()},
        chosen={name: tuple(cards) for name, cards in data["chosen"].items()},
        cards={card["id"]: card for card in data["deck"]["cards"]},
    )


def _read_boat(boat: Mapping[str, Any]) -> BoatView:
    return BoatView(
        {name: CellView(**cell) for name, cell in boat["cells"].items()},
        {name: ManView(man["on"], man["at"], man["ready"]) for name, man in boat["crew"].items()},
        boat["heading"],
        boat["speed"],
        boat["oxygen"],
    )
