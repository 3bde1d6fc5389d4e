"""A view made again of what was shown, elsewhere: its menus are those of the view itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.contract import Outcome, Seat
from klaxon.rules.uboot.cards.records import CardTable, DueCard, LastingEffect, OpenChoice
from klaxon.rules.uboot.crew.men import WATCH, CrewMan, Malady
from klaxon.rules.uboot.galley.provisions import Provisions, SmokeBreak
from klaxon.rules.uboot.handbook import read_handbook
from klaxon.rules.uboot.linked.shown import read_linked
from klaxon.rules.uboot.patrol.shown import read_patrol
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
from klaxon.rules.uboot.views import Present, View
from klaxon.rules.uboot.words import DECKS, FIGURES, ROLES

_PLACE = {name: figure for figure, name in enumerate(FIGURES)}
Data = Mapping[str, Any]


def read_view(data: Data) -> View:
    """Return the view that was shown."""
    shifts = (data["men"], data["reliefs"]) if data["shift"] == 1 else (data["reliefs"], data["men"])
    rows = [shift[name] for shift in shifts for name in FIGURES]
    tasks = {name: device for device, repair in data["repairs"].items() for name in repair["men"]}
    handbook = read_handbook(
        data["handbook"], tuple(man["post"] for man in rows), tuple(tuple(man["symbols"]) for man in rows)
    )
    board = OpenBoard(Setting(**data["rules"]), handbook, _read_briefing(data))
    clock = data["clock"]
    board.phase, board.shift = data["phase"], data["shift"]
    board.clock = Clock(clock["at"], clock["game_at"], clock["mode"], clock["factor"])
    board.order, board.morale = data["tracks"]["order"], data["tracks"]["morale"]
    board.crew = tuple(_read_man(shift[name], tasks.get(name, "")) for shift in shifts for name in FIGURES)
    board.at = tuple(data["men"][name]["room"] or data["reliefs"][name]["room"] for name in FIGURES)
    board.rooms = tuple(_read_room(data["rooms"][str(number)]) for number in range(1, 9))
    board.faults = tuple(OpenFault(device, f["level"], f["since_s"] * 1000) for device, f in data["faults"].items())
    board.repairs = tuple(read_repair(device, repair) for device, repair in data["repairs"].items())
    board.trouble = read_trouble(data)
    board.pending = _read_pending(data["pending"]) if data["pending"] else None
    board.positions = _read_positions(data["positions"]) if data["positions"] else None
    board.posts = tuple(Post(_PLACE[post["man"]], post["number"], post["due"]) for post in data["posts"])
    board.cards = CardTable(
        tuple(LastingEffect(**effect) for effect in data["effects"]),
        tuple(OpenChoice(**choice) for choice in data["choices"]),
        tuple(DueCard(**card) for card in data["waiting_cards"]),
    )
    board.stores, board.waters = _read_stores(data), _read_waters(data)
    board.provisions = _read_provisions(data)
    board.glass = tuple(OpenView(name, _PLACE[v["man"]], v["contact"]) for name, v in data["view_men"].items())
    board.arms, board.radio = _read_arms(data), read_radio(data)
    board.patrol = read_patrol(data)
    boat, depth = data["boat"], data["boat"]["depth"] * 1000
    board.boat = OwnBoat(
        boat["surfaced"], depth, boat["target_depth"] * 1000, (), True, boat["ordered_course"], boat["setting"]
    )
    if boat["deepest"] * 1000 > depth:  # what needs a little depth asks for the whole way
        board.boat = board.boat._replace(legs=(DepthLeg(0, boat["deepest"] * 1000, 1, board.boat.target),))
    way = (WayLeg(0, boat["course"] * 100, boat["speed"]),)
    board.boat = board.boat._replace(battery=boat["battery"] * 10_000, cell=boat["cell"], way=way)
    board.linked = read_linked(data)
    board.outcome = _read_outcome(data["outcome"]) if data["outcome"] else None
    beside = {"truth": data["truth"]} if "truth" in data else {}
    return View(Seat(data["seat"]), Present(board, depth), beside)


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
