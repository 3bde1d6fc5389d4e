"""A view made again of what was shown, elsewhere: its menus are those of the view itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from klaxon.rules.contract import Outcome, Seat
from klaxon.rules.uboot.cards.records import CardTable, DueCard, LastingEffect, OpenChoice
from klaxon.rules.uboot.crew.men import WATCH, CrewMan, Malady
from klaxon.rules.uboot.galley.provisions import Provisions, SmokeBreak
from klaxon.rules.uboot.handbook import Handbook, read_handbook
from klaxon.rules.uboot.linked.shown import read_linked
from klaxon.rules.uboot.patrol.shown import read_patrol
from klaxon.rules.uboot.present import Present
from klaxon.rules.uboot.radio.shown import read_radio
from klaxon.rules.uboot.records import (
    Briefing,
    Clock,
    Contact,
    DepthLeg,
    OpenFault,
    OpenView,
    OrderPlace,
    OwnBoat,
    PendingOrder,
    Positions,
    Post,
    Room,
    Stores,
    Waters,
    WayLeg,
)
from klaxon.rules.uboot.sea.attack.records import AimedSolution, Armament, StoredTorpedoes, TubeState
from klaxon.rules.uboot.sea.attack.tdc import AimData
from klaxon.rules.uboot.setting import Setting
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.shown import read_repair, read_trouble
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import DECKS, FIGURES, ROLES

_PLACE = {name: figure for figure, name in enumerate(FIGURES)}
Data = Mapping[str, Any]
_NOTHING: Data = {}


class _ReadRecord(NamedTuple):
    """A record of a board that is read from some keys of a view."""

    keys: tuple[str, ...]
    read: Callable[[Data], Any]


def read_view(data: Data, before: View | None = None) -> View:
    """Return the view that was shown.

    `before` is a view read earlier: what is still the same object in the data is not read again.
    """
    old, told = (before.board, before.present.told) if before is not None else (None, _NOTHING)
    handbook = old.handbook if old is not None and _is_same(data, told, _PRINTED) else _read_handbook(data)
    board = OpenBoard(Setting(**data["rules"]), handbook, _read_briefing(data))
    if old is not None and handbook is old.handbook:
        board.known = old.known.copy()
    for name, record in _RECORDS.items():
        same = old is not None and _is_same(data, told, record.keys)
        setattr(board, name, getattr(old, name) if same else record.read(data))
    return View(Seat(data["seat"]), _present_of(board, data), {"truth": data["truth"]} if "truth" in data else {})


def _is_same(data: Data, told: Data, keys: tuple[str, ...]) -> bool:
    return all(data[key] is told[key] for key in keys)


def _present_of(board: OpenBoard, data: Data) -> Present:
    present = Present(board, data["boat"]["depth"] * 1000)
    present.told = data
    return present


def _read_handbook(data: Data) -> Handbook:
    rows = _rows_of_men(data)
    return read_handbook(
        data["handbook"], tuple(man["post"] for man in rows), tuple(tuple(man["symbols"]) for man in rows)
    )


def _rows_of_men(data: Data) -> list[Data]:
    shifts = (data["men"], data["reliefs"]) if data["shift"] == 1 else (data["reliefs"], data["men"])
    return [shift[name] for shift in shifts for name in FIGURES]


def _read_crew(data: Data) -> tuple[CrewMan, ...]:
    tasks = {name: device for device, repair in data["repairs"].items() for name in repair["men"]}
    names = (*FIGURES, *FIGURES)
    return tuple(_read_man(man, tasks.get(name, "")) for name, man in zip(names, _rows_of_men(data), strict=True))


def _read_at(data: Data) -> tuple[int, ...]:
    return tuple(data["men"][name]["room"] or data["reliefs"][name]["room"] for name in FIGURES)


def _read_clock(data: Data) -> Clock:
    clock = data["clock"]
    return Clock(clock["at"], clock["game_at"], clock["mode"], clock["factor"])


def _read_cards(data: Data) -> CardTable:
    return CardTable(
        tuple(LastingEffect(**effect) for effect in data["effects"]),
        tuple(OpenChoice(**choice) for choice in data["choices"]),
        tuple(DueCard(**card) for card in data["waiting_cards"]),
    )


def _read_glass(data: Data) -> tuple[OpenView, ...]:
    return tuple(OpenView(name, _PLACE[v["man"]], v["contact"]) for name, v in data["view_men"].items())


def _read_boat(data: Data) -> OwnBoat:
    boat, depth = data["boat"], data["boat"]["depth"] * 1000
    own = OwnBoat(
        boat["surfaced"], depth, boat["target_depth"] * 1000, (), True, boat["ordered_course"], boat["setting"]
    )
    if boat["deepest"] * 1000 > depth:  # what needs a little depth asks for the whole way
        own = own._replace(legs=(DepthLeg(0, boat["deepest"] * 1000, 1, own.target),))
    way = (WayLeg(0, boat["course"] * 100, boat["speed"]),)
    return own._replace(battery=boat["battery"] * 10_000, cell=boat["cell"], way=way)


def _read_faults(data: Data) -> tuple[OpenFault, ...]:
    return tuple(OpenFault(device, f["level"], f["since_s"] * 1000) for device, f in data["faults"].items())


def _read_posts(data: Data) -> tuple[Post, ...]:
    return tuple(Post(_PLACE[post["man"]], post["number"], post["due"]) for post in data["posts"])


def _read_briefing(data: Data) -> Briefing:
    told = data["mission"]
    texts = tuple(told["briefing"].items())
    return Briefing(
        told["id"], told["title"], data["clock"]["date"], told["hours"], told["start"], texts, told["primary"]
    )


def _read_man(data: Data, device: str) -> CrewMan:
    slots = data["slots"]
    task = WATCH if "watch" in slots else device if "fault" in slots else ""
    maladies = tuple(
        Malady(**{**card, "treat": tuple(card["treat"]), "bars": tuple(card["bars"])}) for card in data["cards"]
    )
    return CrewMan(slots.count("act"), task, maladies, not data["alive"])


def _read_room(data: Data) -> Room:
    return Room(data["flooded"], tuple(data["emergencies"]), tuple(data["devices"]), tuple(data["toolboxes"]))


def _read_pending(data: Data) -> PendingOrder:
    places = tuple(OrderPlace(place["symbol"], place["room"]) for place in data["places"])
    named = tuple(_PLACE[name] for name in data["named"])
    args = tuple(data["args"])
    return PendingOrder(data["order"], args, places, data["least"], data["number"], named, data["paid"], data["due"])


def _read_positions(data: Data) -> Positions:
    start = tuple(data["from"][name] for name in FIGURES)
    carried = tuple(sorted((_PLACE[name], token) for name, token in data["carried"].items()))
    return Positions(data["for"], start, tuple(data["numbers"]), carried, data["due"])


def _read_stores(data: Data) -> Stores:
    return Stores(
        tuple(data["hand"]),
        tuple(data["engineer"]["a"]),
        tuple(data["engineer"]["b"]),
        tuple(data["pyramid"]),
        data["supply"],
        tuple(data["ration"]),
        tuple(data["discard"].items()),
        tuple(data["medicine"].items()),
        tuple(data["cigarettes"][role] for role in ROLES),
        tuple(data["decks"][name] for name in DECKS),
    )


def _read_provisions(data: Data) -> Provisions:
    men = tuple(_PLACE[name] for name in data["smoking"]["men"])
    smoking = SmokeBreak(data["smoking"]["ends"], men, data["smoked"])
    return Provisions(tuple(data["spoiled"]), data["kits"], smoking)


def _read_arms(data: Data) -> Armament:
    tubes = tuple(TubeState(**tube) for tube in data["tubes"].values())
    reserve = tuple(StoredTorpedoes(**held) for held in data["reserve"].values())
    told = data["solution"]
    entered = {name: AimData(**told[name]) for name in ("aim", "followed")} if told else {}
    solution = AimedSolution(**{**told, **entered}) if told else None
    return Armament(tubes, reserve, data["shells"], solution)


def _read_waters(data: Data) -> Waters:
    contacts = tuple(
        Contact(
            name, told["kind"], told["by"], told["klass"], told["at_s"], tuple(told["fields"].items()), told["group"]
        )
        for name, told in data["contacts"].items()
    )
    known = data["known"]
    return Waters(data["weather"], data["sea"], contacts, known["detected"], known["hunted"], data["light"])


def _read_outcome(data: Data) -> Outcome:
    facts = {key: value for key, value in data.items() if key not in ("winner", "reason")}
    return Outcome(data["winner"], data["reason"], facts)


_PRINTED = ("handbook", "men", "reliefs", "shift")
"""The keys that the handbook is read from: orders and books, and which man has which post."""
_RECORDS: Mapping[str, _ReadRecord] = {
    "phase": _ReadRecord(("phase",), lambda data: data["phase"]),
    "shift": _ReadRecord(("shift",), lambda data: data["shift"]),
    "clock": _ReadRecord(("clock",), _read_clock),
    "order": _ReadRecord(("tracks",), lambda data: data["tracks"]["order"]),
    "morale": _ReadRecord(("tracks",), lambda data: data["tracks"]["morale"]),
    "crew": _ReadRecord(("men", "reliefs", "shift", "repairs"), _read_crew),
    "at": _ReadRecord(("men", "reliefs"), _read_at),
    "rooms": _ReadRecord(
        ("rooms",), lambda data: tuple(_read_room(data["rooms"][str(number)]) for number in range(1, 9))
    ),
    "faults": _ReadRecord(("faults",), _read_faults),
    "repairs": _ReadRecord(
        ("repairs",), lambda data: tuple(read_repair(device, repair) for device, repair in data["repairs"].items())
    ),
    "trouble": _ReadRecord(("engineer", "joining", "breaches"), read_trouble),
    "pending": _ReadRecord(("pending",), lambda data: _read_pending(data["pending"]) if data["pending"] else None),
    "positions": _ReadRecord(
        ("positions",), lambda data: _read_positions(data["positions"]) if data["positions"] else None
    ),
    "posts": _ReadRecord(("posts",), _read_posts),
    "cards": _ReadRecord(("effects", "choices", "waiting_cards"), _read_cards),
    "stores": _ReadRecord(
        ("hand", "engineer", "pyramid", "supply", "ration", "discard", "medicine", "cigarettes", "decks"), _read_stores
    ),
    "provisions": _ReadRecord(("smoking", "smoked", "spoiled", "kits"), _read_provisions),
    "waters": _ReadRecord(("weather", "sea", "contacts", "known", "light"), _read_waters),
    "glass": _ReadRecord(("view_men",), _read_glass),
    "arms": _ReadRecord(("tubes", "reserve", "shells", "solution"), _read_arms),
    "radio": _ReadRecord(("messages", "radio"), read_radio),
    "patrol": _ReadRecord(("objectives", "sunk", "reports", "before"), read_patrol),
    "boat": _ReadRecord(("boat",), _read_boat),
    "linked": _ReadRecord(("past", "log"), read_linked),
    "outcome": _ReadRecord(("outcome",), lambda data: _read_outcome(data["outcome"]) if data["outcome"] else None),
}
"""The records of a board that are shown, and the keys of a view that each is read from."""
