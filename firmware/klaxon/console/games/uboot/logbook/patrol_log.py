"""The log of a patrol in words: what stands on the page and in the file that people keep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from math import isqrt

from klaxon.console.games.uboot.glass.silhouette import BEAM_ON, silhouette
from klaxon.console.games.uboot.logbook.badges import badges_of
from klaxon.console.games.uboot.logbook.gathering import PatrolRecord, SunkTarget, gather
from klaxon.console.games.uboot.logbook.track_chart import chart_of
from klaxon.console.games.uboot.news import text_of
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import shown_names
from klaxon.console.onlook.logbook import DiaryDay, LogBadge, Logbook, LogTable, ShipPlate
from klaxon.rules.contract import Event
from klaxon.rules.uboot.library import BookShip, library_of
from klaxon.rules.uboot.linked.log import past_mission
from klaxon.rules.uboot.linked.totals import totals_of
from klaxon.rules.uboot.sea.numbers import NM
from klaxon.rules.uboot.words import BOAT
from klaxon.table.debrief import FinishedGame

PARTS = ("chart", "ships", "badges", "missions", "diary", "no-ships", "no-badges", "track", "print")
HEADS = ("mission", "grade", "glory", "ratio", "grt", "ships", "primary")
DIARY = frozenset(
    {
        *(
            "begun",
            "sunk",
            "died",
            "emergency",
            "breach",
            "sealed",
            "flooded",
            "hunted",
            "detected",
            "torpedo",
            "attack",
        ),
        *("objective", "decoded", "transmitted", "exhausted", "rallied", "aircraft", "contact", "dived", "surfaced"),
        *("meal", "card", "worsened", "over"),
    }
)
"""The events that are worth a line of the diary."""
MOMENT = len("1940-06-01 08:00")
PIXELS_A_SHIP = 3
"""Three pixels of a silhouette for every four metres."""


def make_logbook(finished: FinishedGame, language: str, names: Mapping[str, str]) -> Logbook:
    """Return the log of a finished patrol in a language."""
    return tell_log(gather(finished), Phrases(BOAT, language, shown_names(names)))


def tell_log(record: PatrolRecord, phrases: Phrases) -> Logbook:
    """Return what a patrol leaves behind, in words."""
    state, say = record.state, phrases.say
    mission, sunk = state.mission, record.sunk
    marks = [(str(number), record.place_at(ship.game)) for number, ship in enumerate(sunk, start=1)]
    last = past_mission(state)
    outcome = state.board.outcome
    won = "won" if outcome is not None and outcome.winner == BOAT else "lost" if last.lost else "ended"
    return Logbook(
        language=phrases.language,
        title=say("logbook.title", boat=phrases.boat(BOAT)),
        subtitle=phrases.find(f"value.uboot.{mission.id}", mission.title),
        grade=last.grade,
        outcome=f"{say(f'over.uboot.{won}')}. {phrases.reason(last.reason)}",
        facts=tuple(_facts(record, phrases)),
        chart=chart_of(record, marks),
        ships=tuple(_plate(record, ship, number, phrases) for number, ship in enumerate(sunk, start=1)),
        badges=tuple(_badge(name, phrases) for name in badges_of(record)),
        missions=_missions(record, phrases),
        diary=tuple(_diary(record, phrases)),
        heads={part: say(f"logbook.{part}") for part in PARTS},
    )


def _facts(record: PatrolRecord, phrases: Phrases) -> Iterator[tuple[str, str]]:
    state, last = record.state, past_mission(record.state)
    miles = sum(isqrt((one.x - other.x) ** 2 + (one.y - other.y) ** 2) for one, other in pairwise(record.track))
    alive = sum(not man.dead for man in state.board.crew)
    values = {
        "from": _moment(record, 0),
        "to": _moment(record, state.board.clock.game_at),
        "miles": str(miles // NM),
        "sunk": phrases.say("logbook.sunk.value", ships=last.ships, grt=last.grt),
        "glory": phrases.say("logbook.glory.value", glory=last.glory, ratio=last.ratio),
        "men": phrases.say("logbook.men.value", alive=alive, of=len(state.board.crew)),
    }
    for name, value in values.items():
        yield phrases.say(f"logbook.fact.{name}"), value


def _plate(record: PatrolRecord, ship: SunkTarget, number: int, phrases: Phrases) -> ShipPlate:
    state = record.state
    book = _book_ship(library_of(state.box, state.mission.map).ships, ship)
    drawn = silhouette(book, BEAM_ON, max(24, book.length * PIXELS_A_SHIP // 4))
    height = max(rows for *_, rows in (*drawn.shape, *drawn.masts)) + 2
    name = phrases.value(ship.book or ship.type)
    tons = phrases.say("logbook.tons", grt=ship.grt)
    return ShipPlate(
        drawn.shape, drawn.masts, drawn.width, height, str(number), (name, tons, _moment(record, ship.game))
    )


def _book_ship(ships: tuple[BookShip, ...], sunk: SunkTarget) -> BookShip:
    """Return the class of a ship in the book; the first of its type where only that is known."""
    of_type = [ship for ship in ships if ship.type == sunk.type]
    return next((ship for ship in ships if ship.id == sunk.book), of_type[0] if of_type else ships[0])


def _badge(name: str, phrases: Phrases) -> LogBadge:
    return LogBadge(name, phrases.say(f"badge.uboot.{name}"), phrases.say(f"badge.uboot.{name}.for"))


def _missions(record: PatrolRecord, phrases: Phrases) -> LogTable:
    past = (*record.state.board.linked.past, past_mission(record.state))
    rows = tuple(
        (
            phrases.find(f"value.uboot.{each.mission}", each.title),
            *map(str, (each.grade, each.glory, f"{each.ratio} %", each.grt, each.ships)),
            phrases.say("logbook.met" if each.primary else "logbook.missed"),
        )
        for each in past
    )
    sums = totals_of(past)
    totals = (
        phrases.say("logbook.totals", missions=sums.missions),
        *map(str, (sums.rank, sums.glory, f"{sums.ratio} %", sums.grt, sums.ships)),
        "",
    )
    return LogTable(tuple(phrases.say(f"logbook.head.{head}") for head in HEADS), rows, totals)


# -- the diary -------------------------------------------------------------------------------------------------------


def _diary(record: PatrolRecord, phrases: Phrases) -> Iterator[DiaryDay]:
    lines = [(_moment(record, game), text_of(phrases, event.type, event.facts)) for game, event in _noted(record)]
    for day, found in groupby(lines, key=lambda line: line[0][:10]):
        yield DiaryDay(day, tuple((moment[11:], text) for moment, text in found))


def _noted(record: PatrolRecord) -> Iterator[tuple[int, Event]]:
    """Yield the events of the diary; of cards only those of the deck of events."""
    for game, event in record.events:
        facts = event.facts
        is_other_card = event.type == "card" and facts.get("deck") != "events"
        is_part = event.type == "contact" and bool(facts.get("group"))
        if event.type in DIARY and not (is_other_card or is_part):
            yield game, event


def _moment(record: PatrolRecord, game: int) -> str:
    """Return a game time as date and time of day."""
    begin = datetime.fromisoformat(f"{record.state.mission.date}+00:00")
    return (begin + timedelta(milliseconds=game)).isoformat(" ", "minutes")[:MOMENT]
