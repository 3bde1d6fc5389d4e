"""The parts of the open board as data (UBT-12.17b, e).

`shown_board.py` lays them together, each when its records have changed; `from_data.py` makes a board of the data again.
Data that was shown is never changed: another view may hold the same objects.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from klaxon.rules.uboot.crew.men import CREW, CrewMan, Malady
from klaxon.rules.uboot.orders.giving import seating
from klaxon.rules.uboot.records import OwnBoat
from klaxon.rules.uboot.sea import motion
from klaxon.rules.uboot.sea.attack.records import RESERVE, AimedSolution
from klaxon.rules.uboot.sea.numbers import DEGREE, divide
from klaxon.rules.uboot.sea.own_boat.power import level_at
from klaxon.rules.uboot.sea.own_boat.way import heading_at
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.shown import show_repair
from klaxon.rules.uboot.words import DECKS, FIGURES, ROLES, TUBES

METRE = 1000


class BoatGauges(NamedTuple):
    """What compass, log, depth gauge and battery say at a game time."""

    depth: int
    heading: int
    knots: int
    battery: int


def read_gauges(boat: OwnBoat, depth: int, game: int) -> BoatGauges:
    """Return what the gauges say at a depth (mm): whole metres, degrees and percent, tenths of knots."""
    _, heading, knots = heading_at(boat, game)
    return BoatGauges(depth // METRE, divide(heading, DEGREE) % 360, knots, level_at(boat, game) // 10_000)


# -- the crew ------------------------------------------------------------------------------------------------------


def show_crew(board: OpenBoard) -> dict[str, Any]:
    """Return the shift, the men on duty and their reliefs; those who are as they were are shown as they were."""
    crew, at, shift = made_of = (board.crew, board.at, board.shift)
    kept = board.known.get("crew")
    on, off = (shift - 1) * CREW, (2 - shift) * CREW
    if kept is None or kept[0][2] != shift:
        men, reliefs = _show_shift(board, on), _show_shift(board, off)
    else:
        (old_crew, old_at, _), (men, reliefs) = kept
        men, reliefs = dict(men), dict(reliefs)
        for figure, name in enumerate(FIGURES):
            moved = old_at[figure] != at[figure]
            if moved or old_crew[on + figure] is not crew[on + figure]:
                men[name] = _show_man(board, on + figure, at[figure])
            if moved or old_crew[off + figure] is not crew[off + figure]:
                reliefs[name] = _show_man(board, off + figure, at[figure])
    board.known["crew"] = (made_of, (men, reliefs))
    return {"shift": shift, "men": men, "reliefs": reliefs}


def _show_shift(board: OpenBoard, first: int) -> dict[str, dict[str, Any]]:
    """Return the men of a shift by their figures, given the number of its first man."""
    handbook, last = board.handbook, first + CREW
    symbols, posts = handbook.symbols[first:last], handbook.posts[first:last]
    return dict(zip(FIGURES, map(_show_man_at, board.crew[first:last], board.at, symbols, posts), strict=True))


def _show_man(board: OpenBoard, number: int, room: int) -> dict[str, Any]:
    handbook = board.handbook
    return _show_man_at(board.crew[number], room, handbook.symbols[number], handbook.posts[number])


@lru_cache(maxsize=512)
def _show_man_at(man: CrewMan, room: int, symbols: tuple[str, ...], post: str) -> dict[str, Any]:
    """Return one of the 32. The bell shows all of them in another condition, mostly one in which they were before."""
    return {
        "room": 0 if man.dead else room,
        "slots": man.slots,
        "symbols": list(symbols),
        "post": post,
        "bars": list(dict.fromkeys(symbol for malady in man.maladies for symbol in malady.bars)),
        "cards": [_show_malady(malady) for malady in man.maladies],
        "alive": not man.dead,
    }


def _show_malady(malady: Malady) -> dict[str, Any]:
    return {
        "card": malady.card,
        "wound": malady.wound,
        "fatigue": malady.fatigue,
        "treat": list(malady.treat),
        "treated": malady.treated,
        "bars": list(malady.bars),
        "special": malady.special,
        "copy": malady.copy,
    }


# -- the rest ------------------------------------------------------------------------------------------------------


def show_course(board: OpenBoard) -> dict[str, Any]:
    """Return what stands at the head of every view; a seat lays its own name and prompts over it."""
    outcome = board.outcome
    return {
        "game": "uboot",
        "seat": "",
        "phase": board.phase,
        "prompts": (),
        "outcome": {"winner": outcome.winner, "reason": outcome.reason, **outcome.facts} if outcome else None,
        "rules": board.setting.data,
        "handbook": board.handbook.data,
    }


def show_mission(board: OpenBoard) -> dict[str, Any]:
    """Return the mission as it was told."""
    told = board.briefing
    mission = {
        "id": told.id,
        "title": told.title,
        "start": told.start,
        "hours": told.hours,
        "briefing": dict(told.texts),
        "primary": told.primary,
    }
    return {"mission": mission}


def show_clock(board: OpenBoard) -> dict[str, Any]:
    """Return game time, as a client reads it on by itself."""
    clock = board.clock
    return {
        "at": clock.at,
        "game_at": clock.game_at,
        "date": board.briefing.date,
        "mode": clock.mode,
        "factor": clock.factor,
    }


def show_tracks(board: OpenBoard) -> dict[str, Any]:
    """Return the tracks of orders and morale."""
    return {"order": board.order, "morale": board.morale, "exhausted": board.is_exhausted}


def show_faults(board: OpenBoard) -> dict[str, Any]:
    """Return the open faults by device."""
    return {fault.device: {"level": fault.level, "since_s": fault.since // 1000} for fault in board.faults}


def show_repairs(board: OpenBoard, game: int) -> dict[str, Any]:
    """Return the repairs as they stand at a game time."""
    return {job.device: show_repair(job, game) for job in board.repairs}


def show_rooms(board: OpenBoard) -> dict[str, Any]:
    """Return the rooms by number, and what lies in them."""
    return {
        str(number): {
            "flooded": room.flooded,
            "emergencies": list(room.emergencies),
            "devices": list(room.devices),
            "toolboxes": list(room.toolboxes),
        }
        for number, room in enumerate(board.rooms, start=1)
    }


def show_pending(board: OpenBoard) -> dict[str, Any] | None:
    """Show the places with the men who take them as things are; who is named twice over fills what is left."""
    pending = board.pending
    if pending is None:
        return None
    left = [(each.place, FIGURES[each.figure]) for each in seating(board, pending) or ()]
    places = []
    for place in pending.places:
        taken = next((pair for pair in left if pair[0] == place), None)
        if taken:
            left.remove(taken)
        places.append({"symbol": place.symbol, "room": place.room, "man": taken[1] if taken else ""})
    return {
        "order": pending.order,
        "args": list(pending.args),
        "places": places,
        "least": pending.least,
        "named": [FIGURES[figure] for figure in pending.named],
        "number": pending.number,
        "paid": pending.paid,
        "due": pending.due,
        "follow": board.handbook.orders[pending.order].then,
    }


def show_positions(board: OpenBoard) -> dict[str, Any] | None:
    """Return the change of positions that goes on, None if there is none."""
    change = board.positions
    if change is None:
        return None
    return {
        "for": change.purpose,
        "ready": [role for role, number in zip(ROLES, change.numbers, strict=True) if not number],
        "from": dict(zip(FIGURES, change.start, strict=True)),
        "carried": {FIGURES[figure]: token for figure, token in change.carried},
        "numbers": list(change.numbers),
        "due": change.due,
    }


def show_posts(board: OpenBoard) -> list[dict[str, Any]]:
    """Return the men who have yet to be given a room."""
    return [{"man": FIGURES[post.figure], "number": post.number, "due": post.due} for post in board.posts]


def show_cards(board: OpenBoard) -> dict[str, Any]:
    """Show the effects that last, the choices that are open, and of which decks cards wait to be drawn."""
    cards = board.cards
    return {
        "effects": [effect._asdict() for effect in cards.effects],
        "choices": [choice._asdict() for choice in cards.choices],
        "waiting_cards": [card._asdict() for card in cards.waiting],
    }


def show_stores(board: OpenBoard) -> dict[str, Any]:
    """Return cards in hand, food, medicines and what else lies beside the boat."""
    stores = board.stores
    return {
        "hand": list(stores.hand),
        "decks": dict(zip(DECKS, stores.decks, strict=True)),
        "pyramid": list(stores.pyramid),
        "ration": list(stores.ration),
        "supply": stores.supply,
        "discard": dict(stores.discard),
        "medicine": dict(stores.medicine),
        "cigarettes": dict(zip(ROLES, stores.cigarettes, strict=True)),
    }


def show_provisions(board: OpenBoard) -> dict[str, Any]:
    """Return what is spoiled, the first-aid kits and the smoking break."""
    smoking = board.provisions.smoking
    return {
        "spoiled": list(board.provisions.spoiled),
        "kits": board.provisions.kits,
        "smoked": smoking.is_over,
        "smoking": {"ends": smoking.ends, "men": [FIGURES[figure] for figure in smoking.men]},
    }


def show_boat(board: OpenBoard, gauges: BoatGauges) -> dict[str, Any]:
    """Return the own boat, with what its gauges say."""
    boat = board.boat
    return {
        "surfaced": boat.surfaced,
        "depth": gauges.depth,
        "target_depth": boat.target // METRE,
        "deepest": -(-motion.deepest(boat) // METRE),
        "course": gauges.heading,
        "ordered_course": boat.course,
        "speed": gauges.knots,
        "setting": boat.setting,
        "battery": gauges.battery,
        "cell": boat.cell,
    }


def show_view_men(board: OpenBoard) -> dict[str, Any]:
    """Return who holds each view open, and what the TDC is laid on."""
    return {view.name: {"man": FIGURES[view.figure], "contact": view.contact} for view in board.glass}


def show_arms(board: OpenBoard) -> dict[str, Any]:
    """Return tubes, reserve, shells and what the TDC shows."""
    arms = board.arms
    return {
        "tubes": {str(number): arms.tube(number)._asdict() for number in TUBES},
        "reserve": {store: held._asdict() for store, held in zip(RESERVE, arms.reserve, strict=True)},
        "shells": arms.shells,
        "solution": None if arms.solution is None else _show_solution(arms.solution),
    }


def _show_solution(solution: AimedSolution) -> dict[str, Any]:
    entered = {"aim": solution.aim._asdict(), "followed": solution.followed._asdict()}
    return {**solution._asdict(), **entered}


def show_waters(board: OpenBoard) -> dict[str, Any]:
    """Return what the crew perceives of the sea."""
    waters = board.waters
    return {
        "weather": waters.weather,
        "sea": waters.sea,
        "light": waters.light,
        "contacts": {
            contact.name: {
                "kind": contact.kind,
                "group": contact.group,
                "by": contact.by,
                "at_s": contact.reported,
                "fields": dict(contact.fields),
                "klass": contact.klass,
            }
            for contact in waters.contacts
        },
        "known": {"detected": waters.detected, "hunted": waters.hunted},
    }
