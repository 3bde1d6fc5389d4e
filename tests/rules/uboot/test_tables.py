"""The tables of the rule page, row by row, beside the box that is shipped (UBT-2, UBT-4, UBT-7.1, UBT-7.2)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

from klaxon import data
from klaxon.rules.uboot.content.box import Box, OrderRow, read_box
from klaxon.rules.uboot.content.box_shape import MEDICINES
from klaxon.rules.uboot.content.setup_check import SLOTS
from klaxon.rules.uboot.setting import MOST_MORALE, MOST_ORDERS
from klaxon.rules.uboot.words import (
    DEVICES,
    FIGURES,
    INSIDE,
    OUTSIDE,
    ROLES,
    ROOMS,
    SETTINGS,
    SHAPES,
    SYMBOLS,
    TOOLBOXES,
    TUBES,
)
from tests.rules.uboot.kit.boat import HOUR, Boat

Row = tuple[str, ...]


@cache
def box() -> Box:
    found = read_box(data.read("boxes", "uboot"))
    assert isinstance(found, Box), found
    return found


@cache
def rows(first: str) -> tuple[Row, ...]:
    """Return the rows of the table on the rule page whose head begins so."""
    lines = data.rule_page("uboot").splitlines()
    begin = next(place for place, line in enumerate(lines) if line.startswith(f"| {first}"))
    found = []
    for line in lines[begin + 2 :]:
        if not line.startswith("|"):
            break
        found.append(tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]))
    return tuple(found)


# UBT-2


def constants() -> dict[str, str]:
    return {row[0]: row[1] for row in rows("constant")}


CONSTANTS: dict[str, Callable[[], str]] = {
    "roles / sailors": lambda: (
        f"{len(ROLES)} roles x {len(SHAPES)} figures x 2 shifts = "
        f"{sum(map(len, box().crew))} men, {len(FIGURES)} on duty"
    ),
    "symbols per sailor / activation slots": lambda: f"{len(box().crew[0][0].symbols)} / {SLOTS} (max {SLOTS} tokens)",
    "specialisations": lambda: f"{len(SYMBOLS)}, named below",
    "crew tokens in bag": lambda: f"{len(FIGURES)}",
    "lookouts": lambda: f"max {box().orders['watch'].places[0].most}",
    "torpedo tubes": lambda: f"1–{TUBES[-2]} in compartment {INSIDE[0]}, {TUBES[-1]} in compartment {INSIDE[-1]}",
    "telegraph": lambda: f"{', '.join(SETTINGS).replace('_', ' ')} ahead",
    "food pyramid": lambda: f"{max(max(pair) for pair in box().neighbours)} cells (rows 1-2-3)",
}
"""Constant -> what the words and the box say of it, word by word; other rows are looked at below."""


@pytest.mark.parametrize("constant", CONSTANTS)
def test_a_constant_is_what_the_page_says(constant: str) -> None:
    assert constants()[constant] == CONSTANTS[constant]()


def test_the_other_constants_of_the_box_are_what_the_page_says() -> None:
    told = constants()
    rooms = re.findall(r"(?:^8: |, )(\d) [a-z]", told["compartments"].partition(";")[0])
    assert [int(room) for room in rooms] == list(ROOMS)
    assert told["compartments"].endswith(f"{INSIDE[0]}–{INSIDE[-1]} inside, {OUTSIDE[0]} and {OUTSIDE[1]} outside")
    assert told["devices / toolboxes"].startswith(f"{len(DEVICES)} devices")
    assert f"{len(TOOLBOXES)} toolboxes" in told["devices / toolboxes"]
    assert told["medicines"].startswith(f"{len(MEDICINES)} kinds: {', '.join(MEDICINES)}")
    assert "/".join(f"{n:+d}" if n > 0 else str(n) for n in box().meal_morale) in told["sea morale events"]


ROMAN = ("empty", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")


def test_both_tracks_begin_where_the_page_says() -> None:
    told, (orders, morale) = constants(), Boat().tracks()
    assert told["order track"] == f"{MOST_ORDERS + 1} cells {ROMAN[MOST_ORDERS]}…I, empty; start {ROMAN[orders]}"
    assert told["morale track"] == f"{MOST_MORALE + 1} cells {ROMAN[MOST_MORALE]}…I, empty; start {ROMAN[morale]}"


def test_the_bell_strikes_when_the_page_says() -> None:
    boat = Boat()
    struck = [str(event.facts["time"]) for event in boat.wait(24 * HOUR) if event.type == "bell"]
    assert sorted(struck) == sorted(constants()["watch changes"].split(", "))


def test_the_boat_is_set_up_with_what_the_page_counts() -> None:
    told, view = constants(), Boat().view()
    assert set(view["cigarettes"].values()) == {int(told["cigarettes"].split()[0])}
    lie = [room for room, shown in view["rooms"].items() if shown["toolboxes"]]
    assert told["devices / toolboxes"].endswith(f"(start in {lie[0]} and {lie[1]})")
    assert told["food pyramid"].startswith(f"{len(view['pyramid'])} cells")


def test_the_page_names_every_specialisation() -> None:
    told = data.rule_page("uboot").partition("Specialisations: ")[2].partition("\n\n")[0]
    assert [name.split()[0].rstrip(".") for name in re.split(r",\s", told)] == list(SYMBOLS)


def test_deaths_cost_the_morale_that_the_page_says() -> None:
    outside = {"engineer.triangle": 5, "engineer.hexagon": 6}
    told = constants()["sea morale events"]
    each, most = (int(number) for number in re.findall(r"(-\d) per death \(cap (-\d) for one dive", told)[0])
    for count in (1, 2, 3, 4):
        figures = {**outside, **dict.fromkeys(FIGURES[:count], 7)}
        boat = Boat(figures=figures)
        boat.play("captain dive 20", "first_officer assign", "engineer assign")
        assert boat.tracks()[1] - MOST_MORALE == max(most, count * each)


def test_every_row_is_looked_at_or_belongs_to_what_is_not_played_yet() -> None:
    looked_at = {
        *CONSTANTS,
        *("compartments", "devices / toolboxes", "medicines", "sea morale events", "order track", "morale track"),
        *("watch changes", "cigarettes"),
    }
    assert looked_at | set(LATER) == set(constants())
    assert not looked_at & set(LATER)


LATER = {
    "morale card thresholds": "3.9",
    "fault tokens": "3.5e: no limit",
    "activation tokens": "3.5e: no limit",
    "breach puzzle": "8.10",
    "periscope depth": "8.6",
    "tactical map": "3.2i: no rule",
    "grades": "7.12",
    "convoy speed": "8.7",
}
"""Rows that no test here looks at -> where they are played, or why nothing depends on them."""


# UBT-4

WORDS_OF_ROOMS = {
    "engine": "5 surfaced / 6 submerged",
    "tube": "1 (tubes 1–4), 6 (tube 5)",
    "tube-either": "1 (tubes 1–4), 6 (tube 5), either for both",
}
TARGETS = {
    "repair_fault": "room of the fault",
    "repair_emergency": "its room",
    "repair_breach": "its room",
    "first_aid": "patient's room",
}
CONDITIONS = {
    "surfaced": "surfaced",
    "submerged": "submerged",
    "periscope-depth": "depth <= 10 m",
    "periscope-speed": "at most 6 kn",
    "attack-depth": "depth <= 10 m",
    "clear-sky": "clear sky",
    "sea-5": "sea <= 5",
    "sea-6": "sea <= 6",
    "no-watch": "nobody watching",
    "view": "view open",
    "in-sight": "in sight",
    "target": "an aircraft or a ship near by",
    "solution": "solution",
    "message": "message waiting",
    "card": "a hand card",
    "food": "food in the pyramid",
    "no-ration": "no ration yet",
    "patient": "somebody to treat",
    "medicine": "medicines",
    "tube-loaded": "loaded",
    "tube-dry": "dry tubes",
    "tube-flooded": "tube flooded",
    "tube-empty": "empty tube",
    "reserve": "reserve",
    "shells": "shells",
    "works:engines": "not both engines dead",
    "breach": "timer runs",
    "no-attempt": "not tried yet",
}
"""Need of an order -> how the table of the page says it. Not on the page: which devices must work, and what a name
must name (a fault, an emergency and its device)."""
UNSAID = {"works", "fault", "no-repair", "emergency", "device"}


def places_of(order: OrderRow) -> str:
    """Return the places of an order as the page writes them."""
    places = []
    for place in order.places:
        many = f"{place.least}" if place.least == place.most else f"{place.least} to {place.most}"
        where = f" in {place.room}" if len({each.room for each in order.places}) > 1 and place.room != "3" else ""
        places.append(f"{many if place.most else 'n'} {place.symbol}{where}")
    return " + ".join(places) or "none"


def rooms_of(order: OrderRow) -> str:
    rooms = list(dict.fromkeys(place.room for place in order.places))
    if rooms == ["target"]:
        return TARGETS[order.id]
    return ", ".join(WORDS_OF_ROOMS.get(room, room) for room in rooms) or "all"


def order_rows() -> list[tuple[str, Row]]:
    """Return the rows of table 4, one an order: two orders may share a row."""
    return [(name, row) for row in rows("order (verb)") for name in re.findall(r"`(\w+)`", row[0])]


def test_the_table_has_every_order_of_the_box() -> None:
    assert sorted(name for name, _ in order_rows()) == sorted(box().orders)


@pytest.mark.parametrize(("name", "row"), order_rows(), ids=[name for name, _ in order_rows()])
def test_an_order_is_the_row_of_the_table(name: str, row: Row) -> None:
    _, owner, room, symbols, conditions, activation = row
    order = box().orders[name]
    owners = {word.strip().replace(" ", "_") for word in owner.split("+")}
    assert owners == ({"all"} if len(order.owners) == len(ROLES) else set(order.owners))
    assert room == rooms_of(order)
    assert symbols.startswith(places_of(order))
    assert ("one man only" in symbols) == (order.men == 1)
    assert ("per" in activation) == bool(order.per)
    assert order.token == ("act" if "token" not in activation else activation.split()[0].lower())
    for need in order.needs:
        if need.partition(":")[0] not in UNSAID or need in CONDITIONS:
            assert CONDITIONS[need] in conditions, need


def test_an_order_asks_for_nothing_that_the_page_does_not_say() -> None:
    for name, row in order_rows():
        said = {need for need, words in CONDITIONS.items() if re.search(rf"(?<!not ){words}", row[4])}
        needs = set(box().orders[name].needs)
        alike = {"periscope-depth", "attack-depth", "surfaced", "submerged", "solution", "view", "reserve"}
        assert said - needs <= alike, name


# UBT-7.1


def test_the_crew_boards_are_the_rows_of_the_table() -> None:
    for role, shift, *men in rows("role | shift"):
        found = box().crew[int(shift) - 1][ROLES.index(role) * 4 :][:4]
        assert [f"{man.post}: {'+'.join(man.symbols)}" for man in found] == men, (role, shift)
    assert len(rows("role | shift")) == 2 * len(ROLES)


def test_each_shift_has_the_symbols_that_the_page_counts() -> None:
    told = data.rule_page("uboot").partition("has exactly: ")[2].partition(". So")[0]
    counted = {name: int(n) for name, n in re.findall(r"(\w+) (\d)", told)}
    others = counted.pop("others")
    for shift in box().crew:
        held = Counter(symbol for man in shift for symbol in man.symbols)
        assert held == {symbol: counted.get(symbol, others) for symbol in SYMBOLS}


def test_the_men_begin_where_the_table_puts_them() -> None:
    told = {
        f"{role}.{shape}": int(room)
        for room, figures in rows("room | figures")
        for role, shape in (figure.split() for figure in figures.split(", "))
    }
    assert tuple(told[figure] for figure in FIGURES) == box().start
    assert [FIGURES[figure] for figure in box().experts] == ["engineer.circle"] * 2


# UBT-7.2


def levels(role: str) -> list[Row]:
    """Return the cells of a role in the table of levels, each with its level."""
    row = next(row for row in rows("role | low") if row[0].replace(" ", "_") == role)
    return list(zip(("low", "medium", "high"), row[1:], strict=True))


def test_the_captain_recovers_and_is_dealt_what_the_table_says() -> None:
    for level, cell in levels("captain"):
        told = box().difficulty["captain"][level]
        assert [int(n) for n in re.findall(r"\d+", cell)] == [told["order_recovery"], told["captain_cards"]]


def test_the_first_officer_sees_and_decodes_what_the_table_says() -> None:
    words = {"type": "ship type", "length": "length class", "silhouette": "silhouette only"}
    keys = {"plain": "readable after the order", "key": "daily key", "indicator": "key + indicator"}
    for level, cell in levels("first_officer"):
        told = box().difficulty["first_officer"][level]
        hours = re.search(r"(\d+)–(\d+) h", cell)
        assert hours is not None
        assert tuple(60 * int(hour) for hour in hours.groups()) == told["event_min"]
        assert words[told["identify"]] in cell
        assert keys[told["enigma"]] in cell


def test_the_navigator_errs_as_the_table_says() -> None:
    for level, cell in levels("navigator"):
        told = box().difficulty["navigator"][level]
        errors = {key: f"{key.partition('_')[0]} ±{told[key]}" for key in told if key != "fields" and told[key]}
        shown = [word for key, word in errors.items() if key.partition("_")[0] in told["fields"]]
        assert [word for word in shown if word not in cell] == []
        assert ("bearing exact" in cell) == (told["bearing_err_deg"] == 0)
        assert ("range word" in cell) == ("range_word" in told["fields"])
        assert ("aspect word" in cell) == ("aspect_word" in told["fields"])
        assert ("speed" in cell) == ("speed" in told["fields"])


def test_the_engineer_has_what_the_table_says() -> None:
    for level, cell in levels("engineer"):
        told = box().difficulty["engineer"][level]
        rate, cards, seconds, first, second = (int(n) for n in re.findall(r"\d+", cell))
        assert (rate, cards, seconds) == (told["fault_rate_pct"], told["engineer_cards"], told["breach_seconds"])
        assert (60 * first, 60 * second) == told["worsen_min"]


# UBT-7.4 to UBT-7.8


def words(operation: Mapping[str, Any]) -> str:
    """Return an operation as the page writes it: its word, and the facts that say something."""
    found = [str(operation["op"])]
    for key, value in operation.items():
        if key == "fail":
            found.append(f"fail=({'; '.join(map(words, value))})")
        elif key != "op" and value not in (0, (), ""):
            said = ",".join(value) if isinstance(value, tuple) else "yes" if value is True else str(value)
            found.append(f"{key}={said}")
    return " ".join([found[0], *sorted(found[1:])])


def on_page(cell: str) -> list[str]:
    """Return the operations of a cell, their facts sorted."""
    rows = [] if cell == "none" else [operation.strip("` ") for operation in cell.split("; ")]
    return [" ".join([row.split()[0], *sorted(_facts(row))]) for row in rows]


def _facts(row: str) -> list[str]:
    told, _, fail = row.partition(" fail=(")
    inner = fail.removesuffix(")").split()
    return [*told.split()[1:], *([f"fail=({' '.join([inner[0], *sorted(inner[1:])])})"] if inner else [])]


def test_wound_cards_are_what_the_page_says() -> None:
    for deck, name, told, wound, fatigue, act, bars, treat in rows("wound deck"):
        card = box().cards[told.strip("`")]
        assert (card.deck, card.name) == (deck, name)
        assert (card.wound, card.fatigue, card.act) == (int(wound), int(fatigue), int(act))
        special = f"special: {card.special}" if card.special else "–"
        assert bars == (", ".join(card.bars) or special)
        assert treat == (", ".join(card.treat) or "–")
    assert len(rows("wound deck")) == sum(len(box().decks[deck]) for deck in ("burn", "shock", "poison", "gunshot"))


@pytest.mark.parametrize(
    ("head", "decks"),
    [
        ("morale deck", ("morale1", "morale2", "morale3")),
        ("event card", ("events",)),
        ("captain's card", ("captain",)),
    ],
)
def test_cards_do_what_the_page_says(head: str, decks: tuple[str, ...]) -> None:
    told = {row[-3 if head == "event card" else -2].strip("`"): row[-1] for row in rows(head)}
    assert list(told) == [card for deck in decks for card in box().decks[deck]]
    for card, effect in told.items():
        assert on_page(effect) == [words(operation) for operation in box().cards[card].effect], card


def test_the_engineers_cards_are_what_the_page_says() -> None:
    told = {row[1].strip("`"): row for row in rows("engineer's card")}
    assert list(told) == list(box().tools)
    for card, (name, _, device, kind, basic, advanced) in told.items():
        tool = box().tools[card]
        assert (name, device, kind) == (tool.name, tool.device, tool.kind)
        assert [on_page(basic), on_page(advanced)] == [[words(tool.basic)], [words(tool.advanced)]]
