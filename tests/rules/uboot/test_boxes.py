"""Boxes: the shipped one is clean, and whatever is wrong with one is told with its line and a remedy."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from random import Random
from string import Formatter
from typing import Any

import pytest

from klaxon import data
from klaxon.console.language.catalogue import catalogue, languages, say_fault
from klaxon.rules.content.faults import Fault, bad_content
from klaxon.rules.uboot.content.box import Box, box_of, read_box
from klaxon.rules.uboot.content.box_shape import ORDERS
from klaxon.rules.uboot.words import DECKS, ROLES
from tests.rules.uboot.kit.told_faults import facts_of, told_facts

SHIPPED = data.read("boxes", "uboot")
TOLD = told_facts("boxes")
Change = Callable[[dict[str, Any]], object]


@cache
def box() -> Box:
    found = read_box(SHIPPED)
    assert isinstance(found, Box), found
    return found


@cache
def changed(change: Change) -> tuple[Fault, ...]:
    """Return the faults of the shipped box after a change; each value of the outermost object is a line."""
    told = json.loads(SHIPPED)
    told["ships"] = told["ships"][:1]  # a shorter file is read sooner
    change(told)
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in told.items())
    found = read_box(f"{{\n{lines}\n}}")
    return () if isinstance(found, Box) else found


def line_of(key: str) -> int:
    """Return the line of a value of the outermost object in a changed box."""
    return 2 + list(json.loads(SHIPPED)).index(key)


def named(rows: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(row for row in rows if row["id"] == name)


# The shipped box


def test_the_shipped_box_has_what_the_rules_name() -> None:
    assert tuple(box().orders) == ORDERS
    assert sum(map(len, box().crew)) == 32
    assert {deck: len(box().decks[deck]) for deck in (*DECKS, "captain", "engineer")} == {
        **dict.fromkeys(("morale1", "morale2", "morale3"), 8),
        "events": 24,
        **dict.fromkeys(("burn", "shock", "poison", "gunshot"), 6),
        "captain": 12,
        "engineer": 12,
    }
    assert len(box().devices) == 27
    assert sum(box().food.values()) == 36
    assert sum(box().medicine.values()) == 16
    assert len(box().ships) == 19


def test_a_box_is_its_text() -> None:
    assert box_of(box().text) == box()
    assert hash(box_of(box().text)) == hash(box())
    assert read_box(f"# ours\n{SHIPPED}") == box()
    assert box() != box().text
    other = json.loads(SHIPPED)
    other["medicine"]["tablets"] = 5
    assert read_box(json.dumps(other)) != box()


def test_places_and_cards_are_read_as_the_rules_need_them() -> None:
    watch, fault = box().orders["watch"], box().orders["repair_fault"]
    assert [(place.symbol, place.least, place.most, place.room) for place in watch.places] == [("watch", 1, 6, "8")]
    assert [(place.least, place.most, place.room) for place in fault.places] == [(0, 0, "target")]
    assert (fault.token, watch.token, box().orders["dive"].token) == ("fault", "watch", "act")
    toothache = box().cards["toothache"]
    assert (toothache.deck, toothache.fatigue, toothache.treat, toothache.timing) == (
        "events",
        1,
        ("tablets",),
        "instant",
    )
    assert box().cards["leg-wound"].special == "moving_costs_act"
    assert box().tools["welding-set"].advanced == {"op": "time", "percent": 60}
    with pytest.raises(TypeError):
        box().orders["dive"] = watch  # type: ignore[index]  # nobody changes a box


def test_every_order_card_and_man_is_read_whole() -> None:
    told, read = json.loads(SHIPPED), read_box(f"# not read before\n{SHIPPED}")
    assert isinstance(read, Box)
    usual = {"token": "act", "per": "", "men": 0, "then": "", "grave": False}
    for row in told["orders"]:
        order = read.orders[row["id"]]
        has = (order.category, order.args, order.token, order.per, order.men, order.then, order.needs_hold)
        keys = ("category", "args", "token", "per", "men", "then", "grave")
        assert has == tuple({**usual, **row}[key] for key in keys)
    none = {"wound": 0, "fatigue": 0, "act": 0, "bars": [], "special": "", "treat": [], "timing": ""}
    for card in (card for deck in DECKS for card in told["cards"][deck]):
        malady = [op for op in card.get("effect", ()) if op["op"] == "malady"]
        shown = {**none, **card, **(malady[0] if malady else {})}
        held = read.cards[card["id"]]
        assert (held.name, held.wound, held.fatigue, held.act) == tuple(
            shown[key] for key in ("name", "wound", "fatigue", "act")
        )
        assert (list(held.bars), list(held.treat)) == (shown["bars"], shown["treat"])
        assert (held.special, held.timing) == (shown["special"], shown["timing"])
    men = [told["crew"][role][str(shift)] for shift in (1, 2) for role in ROLES]
    posts = [man["post"] for shapes in men for man in shapes.values()]
    assert [man.post for shift in read.crew for man in shift] == posts


# What is wrong

WRONG_SHAPE: dict[str, tuple[str, Change, str]] = {
    "a key that is none": ("orders", lambda box: box["orders"][0].update(colour="red"), "json-key"),
    "a key that is missing": ("devices", lambda box: box["devices"][0].pop("room"), "json-key-missing"),
    "a number out of bounds": ("devices", lambda box: box["devices"][0].update(room=9), "json-number"),
    "a word for a number": ("medicine", lambda box: box["medicine"].update(tablets="four"), "json-number"),
    "true for a number": ("medicine", lambda box: box["medicine"].update(tablets=True), "json-number"),
    "a word that is none": ("crew", lambda box: box["crew"]["captain"]["1"]["circle"]["symbols"].append("x"), ""),
    "an operation that is none": ("cards", lambda box: box["cards"]["events"][0]["effect"][0].update(op="fly"), ""),
    "an operation without a name": ("cards", lambda box: box["cards"]["events"][0]["effect"][0].pop("op"), ""),
    "a list that is none": ("orders", lambda box: box.update(orders={}), "json-list"),
    "an object that is none": ("crew", lambda box: box.update(crew=[]), "json-object"),
    "a list that is too long": ("food", lambda box: box["food"]["meal_morale"].append(2), "json-length"),
    "an id in capitals": ("ships", lambda box: box["ships"][0].update(id="Coaster"), "json-id"),
    "text over two lines": ("cards", lambda box: box["cards"]["burn"][0].update(name="a\nb"), "json-text"),
    "a flag that is none": ("ships", lambda box: box["ships"][0].update(armed="no"), "json-flag"),
    "another schema": ("schema", lambda box: box.update(schema=2), "json-number"),
}


@pytest.mark.parametrize("what", WRONG_SHAPE)
def test_a_wrong_shape_is_told_at_its_line(what: str) -> None:
    key, change, code = WRONG_SHAPE[what]
    found = changed(change)
    assert {fault.line for fault in found} == {line_of(key)}
    assert code in ("", *(fault.code for fault in found))
    assert facts_of(found) == TOLD[what]


def test_a_key_that_stands_twice_is_told() -> None:
    found = read_box(SHIPPED.replace('"schema": 1,', '"schema": 1,\n"schema": 1,', 1))
    assert isinstance(found, tuple)
    assert [(fault.line, fault.code) for fault in found] == [(3, "json-key-twice")]


def no_medic(box: dict[str, Any]) -> None:
    for man in box["crew"]["first_officer"]["2"].values():
        man["symbols"] = ["helm", "gun88"]


def order(box: dict[str, Any], name: str) -> dict[str, Any]:
    return named(box["orders"], name)


def event(box: dict[str, Any], name: str) -> dict[str, Any]:
    return named(box["cards"]["events"], name)


SENSELESS: dict[str, tuple[str, Change, str]] = {
    "two devices of one id": ("devices", lambda box: box["devices"][1].update(id="bow-tube-door"), "box-twice"),
    "two cards of one id": ("cards", lambda box: box["cards"]["burn"][0].update(id="riot"), "box-twice"),
    "two dishes of one id": (
        "food",
        lambda box: box["food"]["recipes"][1].update(id="sausage-sandwiches"),
        "box-twice",
    ),
    "an order is missing": ("orders", lambda box: box["orders"].pop(), "box-no-order"),
    "nobody can treat": ("orders", no_medic, "box-no-specialist"),
    "a team of twenty": (
        "orders",
        lambda box: order(box, "dive")["places"].extend([{"symbol": "helm", "n": 16, "room": 3}]),
        "box-many-men",
    ),
    "six to one lookouts": ("orders", lambda box: order(box, "watch")["places"][0].update(n=[6, 1]), "box-span"),
    "a card of four tokens": ("cards", lambda box: box["cards"]["burn"][3].update(act=3), "box-tokens"),
    "a card without tokens": ("cards", lambda box: box["cards"]["burn"][5].update(act=0), "box-tokens"),
    "a wound without medicine": ("cards", lambda box: box["cards"]["burn"][0].update(treat=[]), "box-treat-missing"),
    "medicine for nothing": ("cards", lambda box: box["cards"]["burn"][5].update(treat=["tablets"]), "box-treat-idle"),
    "bars for no time": ("cards", lambda box: box["cards"]["shock"][0].update(bars=["helm"]), "box-bars-idle"),
    "a medicine that is not there": ("cards", lambda box: box["medicine"].update(surgery=0), "box-medicine"),
    "an event that does nothing": ("cards", lambda box: event(box, "calm-evening").update(effect=[]), "box-idle"),
    "a card in hand that does nothing": (
        "cards",
        lambda box: box["cards"]["captain"][0].update(effect=[]),
        "box-idle",
    ),
    "a fault, if nothing is done, where no device is": (
        "cards",
        lambda box: (
            [row.update(room=2) for row in box["devices"] if row["room"] == 1]
            and event(box, "floating-mine")["effect"][0]["fail"][0].update(room=1)
        ),
        "box-no-device-in",
    ),
    "nobody is activated": (
        "cards",
        lambda box: event(box, "storm-swell").update(effect=[{"op": "activate", "n": 1}]),
        "box-idle-op",
    ),
    "morale by nought": (
        "cards",
        lambda box: event(box, "calm-evening").update(effect=[{"op": "morale", "n": 0}]),
        "box-idle-op",
    ),
    "noise that is no other": (
        "cards",
        lambda box: event(box, "calm-evening").update(effect=[{"op": "noise", "percent": 100, "minutes": 60}]),
        "box-idle-op",
    ),
    "a surcharge waived that nobody pays": (
        "cards",
        lambda box: event(box, "calm-evening").update(
            effect=[{"op": "waive_unskilled", "order": "change_positions", "until": "bell"}]
        ),
        "box-idle-op",
    ),
    "a tool for no device": (
        "cards",
        lambda box: (
            box["devices"].remove(named(box["devices"], "tdc")) or box["cards"]["engineer"][1].update(device="tdc")
        ),
        "box-no-device",
    ),
    "a fault where no device is": (
        "cards",
        lambda box: [row.update(room=6) for row in box["devices"] if row["room"] == 5],
        "box-no-device-in",
    ),
    "more cards dealt than there are": (
        "difficulty",
        lambda box: box["difficulty"]["captain"]["low"].update(captain_cards=13),
        "box-few-cards",
    ),
    "cards that cannot be split": (
        "difficulty",
        lambda box: box["difficulty"]["engineer"]["high"].update(engineer_cards=7),
        "box-uneven",
    ),
    "a red fault for fewer men": (
        "devices",
        lambda box: box["devices"][0]["required"].update(red=1),
        "box-required",
    ),
    "an effect that is none": ("devices", lambda box: box["devices"][0].update(red="explodes"), "box-effect"),
    "an order that is none": ("devices", lambda box: box["devices"][0].update(red="refuse fly"), "json-word"),
    "too little food": (
        "food",
        lambda box: box["food"].update(tokens=dict.fromkeys(box["food"]["tokens"], 0)),
        "box-little-food",
    ),
    "a dish of what is not there": ("food", lambda box: box["food"]["tokens"].update(fish=0), "box-no-food"),
    "a food that never spoils": ("food", lambda box: box["food"]["spoil_order"].pop(), "box-spoil-order"),
    "a dish of lemon": ("food", lambda box: box["food"]["recipes"][0].update(tokens=["bread", "lemon"]), "box-lemon"),
    "two dishes of the same": (
        "food",
        lambda box: box["food"]["recipes"][0].update(tokens=["fish", "bread"]),
        "box-same-dish",
    ),
    "a cell beside itself": ("food", lambda box: box["food"]["neighbours"].append([2, 2]), "box-neighbours"),
    "shares beyond a hundred": ("arrival", lambda box: box["arrival"].update(red_pct=4), "box-shares"),
    "events from twelve to eight": (
        "difficulty",
        lambda box: box["difficulty"]["first_officer"]["low"].update(event_min=[720, 480]),
        "box-span",
    ),
    "two blocks of one name": ("charts", lambda box: box["charts"]["blocks"][1].update(id="AD"), "box-twice"),
    "a block that is none": ("charts", lambda box: box["charts"]["maps"]["north_sea"].append("ZZ"), "json-word"),
    "blocks over one another": (
        "charts",
        lambda box: box["charts"]["blocks"][1].update(origin=[1, 8]),
        "box-blocks-overlap",
    ),
    "a block twice on a map": (
        "charts",
        lambda box: box["charts"]["maps"]["north_sea"].append("AE"),
        "box-blocks-overlap",
    ),
    "a row of eight cells": (
        "charts",
        lambda box: box["charts"]["blocks"][0]["rows"].__setitem__(3, "........"),
        "json-form",
    ),
    "a sign that is none": (
        "charts",
        lambda box: box["charts"]["blocks"][0]["rows"].__setitem__(3, "....x...."),
        "json-form",
    ),
}


@pytest.mark.parametrize("what", SENSELESS)
def test_what_makes_no_sense_is_told_at_its_line(what: str) -> None:
    key, change, code = SENSELESS[what]
    assert (line_of(key), code) in {(fault.line, fault.code) for fault in changed(change)}
    assert facts_of(changed(change)) == TOLD[what]


JUST_RIGHT: dict[str, Change] = {
    "an order of all sixteen men": lambda told: _places(told, 16),
    "an order of fifteen and one for a fault": lambda told: _places(told, [15, 16], "fault"),
    "from two men to two": lambda told: _places(told, [2, 2]),
    "one ointment for burns": lambda told: told["medicine"].update(ointment=1),
    "an event that takes every slot": lambda told: _lay(told, wound=1, fatigue=2),
}


def _places(told: dict[str, Any], *counts: Any) -> None:
    named(told["orders"], "watch")["places"] = [{"symbol": "watch", "n": n, "room": 8} for n in counts]


@pytest.mark.parametrize("what", JUST_RIGHT)
def test_what_just_fits_is_taken(what: str) -> None:
    assert changed(JUST_RIGHT[what]) == ()


def test_the_men_of_an_order_are_counted_by_the_least_of_each_place() -> None:
    (fault,) = changed(lambda told: _places(told, [14, 16], 2, "fault"))
    assert (fault.code, fault.facts) == ("box-many-men", {"id": "watch", "has": 17, "most": 16})


def _lay(told: dict[str, Any], **tokens: int) -> None:
    told["cards"]["events"][0]["effect"] = [{"op": "malady", "random": 1, **tokens, "treat": ["tablets"]}]


def test_a_man_has_slots_for_what_an_event_lays_on_him() -> None:
    (fault,) = changed(lambda told: _lay(told, wound=1, fatigue=2, act=1))
    assert (fault.code, fault.facts["has"], fault.facts["most"]) == ("box-tokens", 4, 3)


def test_a_faulty_box_is_refused_with_all_its_faults() -> None:
    faults = read_box("[")
    assert isinstance(faults, tuple)
    refusal = bad_content("box", "mine.json", faults)
    assert refusal.code == "bad-content"
    assert refusal.facts["faults"] == [{"line": 1, "code": "cards-syntax", "facts": {"near": "the end of the file"}}]


# Every fault can be said


@pytest.mark.parametrize("language", languages())
def test_every_fault_says_its_facts_and_a_remedy_in_every_language(language: str) -> None:
    for _, change, _ in (*WRONG_SHAPE.values(), *SENSELESS.values()):
        for fault in changed(change)[:3]:
            names = {name for _, name, _, _ in Formatter().parse(catalogue(language)[f"fault.{fault.code}"]) if name}
            assert names <= set(fault.facts), (fault, language)
            said = say_fault("box.json", fault.line, fault.code, fault.facts, language)
            assert said.startswith(f"box.json:{fault.line}: ")


# Damage


def damaged(text: str, dice: Random) -> str:
    """Return a text with a piece cut out, written twice, or exchanged for something else."""
    begin = dice.randrange(len(text))
    end = begin + dice.choice((1, 1, 2, 8, 40))
    piece = dice.choice(("", "", text[begin:end] * 2, '"', "{", "]", "-1", "null", "[]", "\ud800", "é"))
    return text[:begin] + piece + text[end:]


@pytest.mark.parametrize("seed", range(16))
def test_random_damage_gives_faults_or_a_box(seed: int) -> None:
    dice = Random(seed)
    text = SHIPPED
    for _ in range(dice.choice((1, 1, 3))):
        text = damaged(text, dice)
    found = read_box(text)
    assert isinstance(found, Box) or (found and all(say_fault("b", each.line, each.code, each.facts) for each in found))
