"""The words of U-BOOT: whatever the box, the orders and the events name has a name in every language, and it fits."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from string import Formatter

import pytest

from klaxon import data
from klaxon.console.drawing.fonts import LABEL, LINE
from klaxon.console.language.catalogue import catalogue, languages, own_messages
from klaxon.console.language.game_words import Phrases
from klaxon.rules.contract import Order, Refusal
from klaxon.rules.uboot import Uboot
from klaxon.rules.uboot.content.box import Box, read_box
from klaxon.rules.uboot.content.box_shape import FOODS, MEDICINES
from klaxon.rules.uboot.content.mission_shape import WEATHER
from klaxon.rules.uboot.words import (
    DEVICES,
    FAULT_LEVELS,
    FIGURES,
    KINDS,
    LEVELS,
    MODES,
    ROLES,
    ROOMS,
    SETTINGS,
    SHAPES,
    SYMBOLS,
    TOOLBOXES,
)

BOTTOM_LINE = 110
"""Columns that a text has on the bottom line, beside its sign."""
in_every_language = pytest.mark.parametrize("language", languages())
EVENT = re.compile(r"`([a-z-]+)`")


@cache
def box() -> Box:
    found = read_box(data.read("boxes", "uboot"))
    assert isinstance(found, Box), found
    return found


def names() -> set[str]:
    """Return the ids of messages that something of the box or the words asks for."""
    values = {*box().cards, *box().tools, *box().devices, *box().orders, *FOODS, *MEDICINES, *WEATHER, *LEVELS}
    values |= {*KINDS, *DEVICES, *TOOLBOXES, *FAULT_LEVELS, *SETTINGS, *MODES, *SHAPES, *box().ships}
    values |= {recipe.id for recipe in box().recipes} | {str(ship["type"]) for ship in box().ships.values()}
    posts = {man.post.lower().replace(" ", "-") for shift in box().crew for man in shift}
    return {
        *(f"value.uboot.{value}" for value in values),
        *(f"post.uboot.{post}" for post in posts),
        *(f"card.uboot.{card}" for card in (*box().cards, *box().tools)),
        *(f"symbol.uboot.{symbol}" for symbol in SYMBOLS),
        *(f"room.uboot.{room}" for room in ROOMS),
        *(f"{kind}.uboot.{role}" for kind in ("role", "letter", "help") for role in ROLES),
    }


def events() -> set[str]:
    """Return the events that the rule page names (UBT-12.16)."""
    table = data.rule_page("uboot").partition("### 12.16 Events")[2].partition("- UBT-12.16a")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {name for cell in cells for name in EVENT.findall(cell)}


@in_every_language
def test_whatever_has_an_id_has_a_name(language: str) -> None:
    assert names() - set(own_messages(language)) == set()


@in_every_language
def test_every_event_of_the_rules_can_be_told(language: str) -> None:
    assert len(events()) > 70
    assert {f"heard.uboot.{event}" for event in events()} - set(own_messages(language)) == set()


@in_every_language
def test_no_two_things_of_a_kind_have_one_name(language: str) -> None:
    words = catalogue(language)
    kinds = {
        "decks": [*box().cards, *box().tools],
        "devices": list(box().devices),
        "foods": list(FOODS),
        "medicines": list(MEDICINES),
    }
    for kind, ids in kinds.items():
        told = [words[f"value.uboot.{each}"] for each in ids]
        assert len(set(told)) == len(told), (kind, sorted(word for word in told if told.count(word) > 1))
    symbols = [words[f"symbol.uboot.{symbol}"] for symbol in SYMBOLS]
    assert len(set(symbols)) == len(SYMBOLS)


MOST = {"post": 9, "verb": 14, "brief": 13, "symbol": 15, "field": 25, "letter": 1}
"""Kind of message -> letters that a panel has for it."""


@in_every_language
def test_what_stands_in_a_column_of_a_panel_fits_it(language: str) -> None:
    found = {
        message: text
        for message, text in own_messages(language).items()
        if ".uboot" in message and len(text) > MOST.get(message.partition(".")[0], len(text))
    }
    assert found == {}
    cards = [*box().cards, *box().tools]
    assert [card for card in cards if len(catalogue(language)[f"value.uboot.{card}"]) > 17] == []
    phrases = Phrases("uboot", language)
    assert [device for device in box().devices if len(phrases.brief(device)) > 13] == []


LONGEST = {"symbol": SYMBOLS, "order": ("new_depth", "change_positions", "watch"), "task": ("watch", "fault")}
"""Fact -> what it may be; other facts of short reasons are figures, or why there is no way."""


@in_every_language
def test_a_short_reason_fits_the_bottom_line_whatever_it_is_about(language: str) -> None:
    phrases = Phrases("uboot", language)
    for message in own_messages(language):
        if message.startswith("short.uboot."):
            code = message.rpartition(".")[2]
            names = {name for _, name, _, _ in Formatter().parse(catalogue(language)[message]) if name}
            ways = [
                [(name, value) for value in LONGEST.get(name, ("cut-off",) if name == "why" else (8,))]
                for name in names
            ]
            for facts in product(*ways):
                said = phrases.short_reason(Refusal(code, dict(facts)))
                assert LINE.measure(said) <= BOTTOM_LINE, (message, said)


GIVEN = (
    *(f"engineer stow {device} 6" for device in DEVICES),
    *("engineer pack welding-set a", "first_officer begin", "captain change_positions for=repair_emergency"),
    *(f"captain new_speed {setting}" for setting in SETTINGS),
    *(
        "captain new_course 359",
        "captain new_depth 300",
        "captain dive 300",
        "captain surface",
        "captain watch",
        "captain sextant",
        "captain periscope",
        "captain hydrophone",
        "captain close hydrophone",
        "first_officer identify c10",
        "captain tdc c10",
        "captain aim bearing=359 aob=180 side=starboard speed=40 range=20000 torpedo=44 spread=10 depth=8",
        "captain flood_tubes 1 2 3 4 5",
        "captain launch 1 2 3 4 5",
        "captain reload 5 type=g7e",
        *(
            "captain enigma in12",
            "captain enigma in1 in2 in3",
            "captain enigma out-weather",
            "first_officer key out-convoy WWW",
        ),
        *("captain gun88 c10", "captain aa20", "captain aa20 c10"),
    ),
    *(f"captain time {mode}" for mode in MODES),
    *("captain belay", "captain return_to_base", "captain assign circle square triangle hexagon", "navigator done"),
    *("captain move circle 3+toolbox-a square 4", "captain ready", "captain join watch circle square"),
    *("captain break_off circle hexagon", "captain post hexagon 8"),
    *("captain address all-hands-one-room", "captain choose first_officer.triangle first_officer.hexagon 2"),
    *("captain cook", "navigator swap 5 6", "navigator replace 6", "navigator dish 4 5 6 lemon=1"),
    *("captain first_aid 8", "first_officer treat first_officer.triangle", "first_officer kit"),
    *(f"captain repair_emergency {kind} 6" for kind in KINDS),
    *("captain repair_fault hydrophone-amplifier", "captain repair_breach 6", "engineer card boat-blueprints"),
    *("engineer puzzle 0 1 2 3 0 1", "engineer puzzle 11:0 12:1 13:2 14:3 15:0 16:1", "engineer puzzle failed"),
    *("captain smoke first_officer.triangle", "captain smoke navigator.circle navigator.square"),
)
"""Orders of every verb, with the longest words."""


@in_every_language
def test_what_ok_will_do_fits_the_bottom_line(language: str) -> None:
    phrases = Phrases("uboot", language)
    orders = [Order.read(f"uboot.{line}") for line in GIVEN]
    assert {order.verb for order in orders} == {verb.name for verb in Uboot.verbs}
    said = {str(order): phrases.order(order) for order in orders}
    assert {line: text for line, text in said.items() if LINE.measure(text) > BOTTOM_LINE} == {}


@in_every_language
def test_panels_can_draw_every_letter(language: str) -> None:
    words = {message: text for message, text in own_messages(language).items() if ".uboot" in message}
    letters = {letter for text in words.values() for letter in text if letter != "\n"}
    assert {letter for letter in letters if not LABEL.has(letter)} == set()


@in_every_language
def test_a_man_is_told_by_the_letter_of_his_role_and_his_shape(language: str) -> None:
    phrases = Phrases("uboot", language)
    assert len({phrases.man(figure) for figure in FIGURES}) == len(FIGURES)
    assert all(len(phrases.man(figure)) <= 15 for figure in FIGURES)
    assert phrases.man("engineer.circle.2") != phrases.man("engineer.circle")


def test_facts_of_events_and_refusals_are_said_in_words() -> None:
    german = Phrases("uboot", "de")
    told = german.event_text(
        "handed-over", {"man": "navigator.circle", "relief": "navigator.circle.2", "task": "watch"}, ""
    )
    assert told == "S Kreis übergibt an S Kreis (2): Ausguck"
    missing = Refusal("needs-men", {"order": "new_speed", "symbol": "engines", "room": 5, "need": 2, "have": 0})
    assert german.short_reason(missing) == "5: Maschinen 0/2"
    assert german.refusal(missing) == (
        "neue Fahrt braucht Leute in Raum 5 (Maschinen): 2; dort können: 0. Erst Stationen wechseln."
    )
    english = Phrases("uboot")
    assert english.refusal(Refusal("dead", {"man": "captain.circle"})) == (
        "C circle is not aboard any more. Name another man."
    )
    assert Phrases("steam").refusal(Refusal("dead", {"token": "1"})) == "Man 1 is dead. Choose another man."
    assert english.post("Torpedo mate") == "Torp.mate"
    assert english.post("Ship's cat") == "Ship's cat"
    assert english.short_reason(Refusal("never-heard-of")) == ""


REGIME = re.compile(r"reich|f[uü]hrer|nazi|kriegsmarine|hakenkreuz|swastika|рейх|фюрер|нацист|свастик", re.IGNORECASE)


def test_no_word_of_the_regime_stands_anywhere() -> None:
    texts = [
        text for language in languages() for message, text in own_messages(language).items() if ".uboot" in message
    ]
    texts += [data.rule_page("uboot"), data.read("boxes", "uboot")]
    texts += [data.read("missions", name) for name in data.names("missions")]
    assert [text for text in texts if REGIME.search(text)] == []
