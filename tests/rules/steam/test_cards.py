"""STM-5: cards as data, the checker, `klaxon cards`."""

from __future__ import annotations

import json
import os
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from klaxon import data
from klaxon.cli import main
from klaxon.cli.steam.cards import picture
from klaxon.console.drawing.picture_export import as_text
from klaxon.console.games.steam.cards import op_told
from klaxon.console.language.catalogue import catalogue, languages, say_fault
from klaxon.console.language.game_words import Phrases
from klaxon.rules.content.faults import Fault
from klaxon.rules.content.lined_json import read_lined
from klaxon.rules.steam.cards.cards import Deck, Op, Target, deck_of, deck_of_data
from klaxon.rules.steam.cards.check import LONGEST_TEXT, MOST_CARDS, read_deck
from klaxon.rules.steam.cards.schema import OPS
from klaxon.rules.steam.grid import NAMES
from klaxon.rules.steam.ops import OPERATIONS
from klaxon.table.script import Script
from tests.console.kit import steam_stills
from tests.console.kit.cuts import cuts
from tests.console.kit.steam_stills import BLUE
from tests.rules.steam.kit.boats import CLOSE, KEPT, POST_CARD, SHIPPED, box, card, device, faults, gun
from tests.rules.steam.kit.every_op import EVERY_OP


def codes(*cards: dict[str, Any]) -> list[str]:
    return [code for _, code in faults(box(*cards))]


def deck(text: str) -> Deck:
    found = read_deck(text)
    assert isinstance(found, Deck), found
    return found


@pytest.mark.rule("STM-5a", case="allows")
def test_a_card_file_is_json_with_remarks_and_spare_commas() -> None:
    assert deck(SHIPPED).sets.keys() == {"crown", "pact"}
    assert faults(EVERY_OP) == []
    text = f'// ours\n{{ # begin\n"schema": 1, "cards": [{json.dumps(POST_CARD)},], }}'
    assert deck(text).cards[0].id == "central_post"
    assert deck("\ufeff" + text).cards[0].id == "central_post"


@pytest.mark.rule("STM-5a", case="refuses")
def test_every_fault_is_named_at_once_with_its_line() -> None:
    lines = [
        '{"schema": 2,',
        '"sorts": 1,',
        '"cards": [',
        '{"id": "Gun", "name": 3, "faction": "crown", "types": ["propulsoin"], "hp_plain": 4,',
        '"hp_oxygen": true, "trigger": "activat", "x2": 1, "x2": true, "text": "a\\u0007"},',
        '{"id": "bay", "name": "Bay", "faction": "common", "types": "standard", "hp_plain": 1,',
        '"hp_oxygen": 0, "trigger": "activate", "effect": {"op": "repare"}},',
        "7],",
        '"factions": {}, "sets": []}',
    ]
    assert faults("\n".join(lines)) == [
        (1, "cards-number"),
        (1, "cards-no-post"),
        (2, "cards-key"),
        (4, "cards-id"),
        (4, "cards-kind"),
        (4, "cards-value"),
        (4, "cards-number"),
        (4, "cards-value"),
        (5, "cards-key-twice"),
        (5, "cards-kind"),
        (5, "cards-value"),
        (5, "cards-text"),
        (6, "cards-kind"),
        (7, "cards-op"),
        (8, "cards-kind"),
        (9, "cards-kind"),
        (9, "cards-kind"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "near"),
    [
        ("", 1, "the end of the file"),
        ("[1, 2", 1, "the end of the file"),
        ('{\n"a": 1\n"b": 2}', 3, '"b"'),
        ('{"a"\n1}', 2, "1"),
        ("{a: 1}", 1, "a"),
        ('{"a": 1.5}', 1, "1.5"),
        ('{"a": 12345678901}', 1, "12345678901"),
        ("{} {}", 1, "{"),
        ("[1 2]", 1, "2"),
        ("[,]", 1, ","),
        ("[\n?]", 2, "?]"),
        ('["\\ud800"]', 1, '"\\ud800"'),
        ('["\\x"]', 1, '"\\x"'),
        ("[" * 30, 1, "["),
        ("[" * 14 + "]" * 14, 1, "["),
        ('{"a":' * 14, 1, "{"),
        ('{"a": 1,\n"\\ud800": 2}', 2, '"\\ud800"'),
        ('["\\x' + "y" * 60 + '"]', 1, '"\\x' + "y" * 37),
        ("?" * 30, 1, "?" * 20),
        ('"open', 1, '"open'),
        ('# a word\n  // and "one" more\n?', 3, "?"),
        (" " * 5000 + "\n" * 5000 + "?", 5001, "?"),
    ],
)
def test_what_is_no_json_stops_where_it_goes_wrong(text: str, line: int, near: str) -> None:
    assert read_lined(text) == Fault(line, "cards-syntax", {"near": near})


def test_json_may_be_thirteen_deep() -> None:
    assert not isinstance(read_lined("[" * 13 + "]" * 13), Fault)
    assert not isinstance(read_lined('{"a":' * 12 + "{}" + "}" * 12), Fault)


def test_json_values_come_with_their_lines() -> None:
    node = read_lined('{"a": [1,\n-2], "b": {"c": null},\n"d": false, "e": "\\u00e9"}')
    assert not isinstance(node, Fault)
    assert isinstance(node.value, dict)
    assert [(key, each.line) for key, each in node.value.items()] == [("a", 1), ("b", 2), ("d", 3), ("e", 3)]
    assert isinstance(node.value["a"].value, list)
    assert [(each.line, each.value) for each in node.value["a"].value] == [(1, 1), (2, -2)]
    assert (node.value["d"].value, node.value["e"].value) == (False, "é")


@pytest.mark.rule("STM-5b", case="allows")
def test_a_card_has_what_the_schema_says() -> None:
    gatling = deck(SHIPPED).cards[1]
    assert (gatling.id, gatling.name, gatling.faction, gatling.types) == (
        "gatling_gun",
        "Gatling Gun",
        "crown",
        ("standard",),
    )
    assert (gatling.hp_plain, gatling.hp_oxygen, gatling.trigger, gatling.x2) == (1, 2, "activate", True)
    assert gatling.targets == (Target("port", "close", "starboard"), Target("starboard", "close", "port"))
    assert gatling.ops == (Op("attack", n=2),)
    short = deck(box(gun("cannon", targets=["port close -> starboard", "starboard close port"]))).cards[1]
    assert short.targets == gatling.targets
    assert (short.once_per_turn, short.x2, short.requires, short.optional, short.text) == (False, False, (), False, "")
    plain = deck(box(card("bay"))).cards[1]
    assert (plain.combat, plain.power, plain.targets, plain.ops) == (False, 0, (), ())


@pytest.mark.rule("STM-5b", case="refuses")
@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (card("bay", hp_plain=0, hp_oxygen=0), "cards-points"),
        (card("bay", hp_plain=4, hp_oxygen=0), "cards-number"),
        (card("bay", hp_plain=2, hp_oxygen=2), "cards-points"),
        (card("bay", types=[]), "cards-no-type"),
        (card("bay", types=["experimental"]), "cards-experimental"),
        (card("bay", trigger="reaction"), "cards-experimental"),
        (card("bay", combat=True, targets=CLOSE), "cards-power"),
        (card("bay", power=2, targets=CLOSE), "cards-power"),
        (card("bay", combat=True, power=1), "cards-no-target"),
        (device("bay", {"op": "damage_direct", "n": 1, "cells": "section"}), "cards-no-target"),
        (device("bay", {"op": "attack", "n": 1}, targets=CLOSE), "cards-no-combat"),
        (card("bay", trigger="presence", x2=True), "cards-presence-mark"),
        (card("bay", faction="kraken"), "cards-value"),
        (card("bay", requires=["enemy_near"]), "cards-value"),
        (card("bay", requires=[1]), "cards-value"),
        (card("bay", targets=["ahead close"]), "cards-target"),
        (card("bay", targets=["ahead near stern"]), "cards-value"),
        (card("bay", targets=[3]), "cards-kind"),
        (card("bay", targets="ahead"), "cards-kind"),
        (card("bay", targets=[{"relation": "ahead", "range": "close"}]), "cards-key-missing"),
        (card("bay", id="store_3"), "cards-id-twice"),
        (card("bay", id="9gun"), "cards-id"),
        (card("bay", id="a" * 41), "cards-id"),
        (card("bay", text="x" * (LONGEST_TEXT + 1)), "cards-text"),
        (card("bay", hp_plain=-1), "cards-number"),
        (card("bay", hp_plain="1"), "cards-kind"),
        (card("bay", x2="yes"), "cards-kind"),
        (card("bay", name=None), "cards-kind"),
        ({key: value for key, value in card("bay").items() if key != "trigger"}, "cards-key-missing"),
    ],
)
def test_what_no_card_can_be(wrong: dict[str, Any], code: str) -> None:
    found = codes(wrong)
    assert code in found
    assert set(found) <= {code, "cards-set-unknown", "cards-set-twice", "cards-points"}


@pytest.mark.rule("STM-5c", case="allows")
def test_an_effect_is_none_one_operation_or_a_list() -> None:
    cards = [
        card("none", effect=None),
        card("one", effect={"op": "repair"}),
        device("many", *[{"op": "repair"}] * 4),
        gun("both", 3, effect={"op": "ready", "n": 2, "what": "sailor"}),
        gun("own", 3, effect=[{"op": "ready"}, {"op": "attack"}]),
    ]
    ops = {each.id: each.ops for each in deck(box(*cards)).cards}
    assert ops["none"] == ()
    assert ops["one"] == (Op("repair"),)
    assert len(ops["many"]) == 4
    assert ops["both"] == (Op("attack", n=3), Op("ready", n=2, what="sailor")), "the attack of its symbols first"
    assert ops["own"] == (Op("ready"), Op("attack", n=3)), "or where the list has it"


@pytest.mark.rule("STM-5c", case="refuses")
@pytest.mark.parametrize(
    ("effect", "code"),
    [
        ([{"op": "repair"}] * 5, "cards-effect-long"),
        ({"n": 1}, "cards-no-op"),
        ("repair", "cards-no-op"),
        ({"op": "fly"}, "cards-op"),
        ({"op": 3}, "cards-op"),
        ({"op": "repair", "m": 1}, "cards-key"),
        ({"op": "repair", "n": 0}, "cards-number"),
        ({"op": "repair", "n": 7}, "cards-number"),
        ({"op": "speed"}, "cards-key-missing"),
        ({"op": "enemy_speed", "n": 2}, "cards-number"),
        ({"op": "shift", "n": 1}, "cards-key-missing"),
        ({"op": "shift", "who": "me"}, "cards-value"),
        ({"op": "damage_direct", "n": 1}, "cards-key-missing"),
        ({"op": "ready", "what": "cook"}, "cards-value"),
    ],
)
def test_an_effect_that_no_operation_can_carry_out(effect: object, code: str) -> None:
    assert codes(card("bay", effect=effect)) == [code]


@pytest.mark.rule("STM-5d", case="allows")
def test_a_set_is_ten_cards_of_the_file() -> None:
    assert {name: len(ids) for name, ids in deck(SHIPPED).sets.items()} == {"crown": 10, "pact": 10}
    assert deck(json.dumps({"schema": 1, "cards": [POST_CARD]})).sets == {}


@pytest.mark.rule("STM-5d", case="refuses")
@pytest.mark.parametrize(
    ("change", "found"),
    [
        (("store_8", "store_9"), ["cards-set-twice"]),
        (("store_8", "stor_8"), ["cards-set-unknown"]),
        (("central_post", "store_9"), ["cards-set-twice", "cards-set-post"]),
    ],
)
def test_what_no_set_can_be(change: tuple[str, str], found: list[str]) -> None:
    told = json.loads(box())
    told["sets"]["two"] = ["central_post", *[f"store_{n}" for n in range(8)], "store_9"]
    assert faults(json.dumps(told)) == []
    told["sets"]["two"] = [change[1] if name == change[0] else name for name in [*told["sets"]["two"][:9], change[0]]]
    if change[0] == "central_post":
        told["sets"]["two"] = [f"store_{n}" for n in range(9)] + ["store_0"]
    else:
        told["sets"]["two"][9] = change[1] if change[1] != "store_9" else "store_7"
    assert [code for _, code in faults(json.dumps(told))] == found
    told["sets"]["two"] = ["central_post"]
    assert [code for _, code in faults(json.dumps(told))] == ["cards-set-size"]
    told["sets"]["two"] = "store_1"
    assert [code for _, code in faults(json.dumps(told))] == ["cards-kind"]


def test_the_central_post_drives_and_is_activated() -> None:
    assert faults(box(post={**POST_CARD, "types": ["standard"]})) == [(1, "cards-post")]
    assert "cards-post" in [
        code for _, code in faults(box(post={**POST_CARD, "trigger": "presence", "once_per_turn": False}))
    ]


def test_a_file_has_an_end() -> None:
    many = json.dumps({"schema": 1, "cards": [POST_CARD, *[card(f"c{n}") for n in range(MOST_CARDS)]]})
    assert [code for _, code in faults(many)] == ["cards-too-many"]
    assert faults("[]") == [(1, "cards-kind")]


def test_a_deck_is_its_text() -> None:
    ours = deck(EVERY_OP)
    assert deck_of(ours.text) == ours
    assert hash(deck_of(ours.text)) == hash(ours)
    assert deck(SHIPPED) != ours
    assert ours != "deck"


def test_every_operation_is_in_the_schema_and_in_the_table() -> None:
    assert set(OPERATIONS) == set(OPS)
    used = {op.op for each in deck(EVERY_OP).cards for op in each.ops}
    assert used == set(OPS)


@pytest.mark.skipif("MUTANT_UNDER_TEST" in os.environ, reason="it reads the source, which mutants have changed")
def test_every_fault_has_a_sentence() -> None:
    source = (Path(data.ROOT).parent / "rules" / "steam" / "cards" / "check.py").read_text("utf-8")
    used = {word for word in source.replace("(", '"').split('"') if word.startswith("cards-")} | {"cards-syntax"}
    assert len(used) > 20
    assert {f"fault.{code}" for code in used} <= set(catalogue("en"))
    assert say_fault("my.json", 3, "cards-op", {"value": "repare", "nearest": "repair"}).endswith(
        "did you mean 'repair'?"
    )


# -- the command ---------------------------------------------------------------------------------------------


def test_new_writes_a_file_whose_only_faults_are_what_is_still_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.json"
    assert main(["cards", "new", str(path)]) == 0
    assert str(path) in capsys.readouterr().out
    assert {code for _, code in faults(path.read_text("utf-8"))} == {"cards-set-size"}
    assert main(["cards", "check", str(path)]) == 1
    assert "has 2 cards and needs 10" in capsys.readouterr().out
    before = path.read_bytes()
    assert main(["cards", "new", str(path)]) == 1
    assert path.read_bytes() == before, "a file that is there is left alone"
    assert main(["cards", "new", str(tmp_path / "no" / "where.json")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_a_template_that_is_filled_in_plays(tmp_path: Path) -> None:
    text = data.template("cards")
    spare = [json.dumps(card(f"room_{n}", faction="mine")) for n in range(16)]
    text = text.replace("  # The two ready boats", "  # The two ready boats").replace(
        "    # A gun: change everything.", "    " + ",\n    ".join(spare) + ",\n    # A gun"
    )
    text = text.replace(
        '"mine": ["central_post", "first_gun"]',
        f'"mine": {json.dumps(["central_post", "first_gun", *[f"room_{n}" for n in range(8)]])}',
    )
    text = text.replace(
        '"yours": ["central_post", "first_device"]',
        f'"yours": {json.dumps(["central_post", "first_device", *[f"room_{n}" for n in range(8, 16)]])}',
    )
    path = tmp_path / "mine.json"
    path.write_text(text, "utf-8")
    assert main(["cards", "check", str(path)]) == 0
    script = Script(data.read)
    answer = script.answer(f"new steam cards={path} red=yours".encode())
    assert answer["ok"], answer
    assert script.answer(b"red.captain keep")["ok"]


def test_check_says_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "check", "first-contact"]) == 0
    assert "nothing is wrong" in capsys.readouterr().out
    assert main(["cards", "check", "first-contact", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True


def test_check_in_json_and_of_what_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.json"
    path.write_text("{", "utf-8")
    assert main(["cards", "check", "--json", str(path)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], [(each["line"], each["code"]) for each in told["faults"]]) == (False, [(1, "cards-syntax")])
    assert main(["cards", "check", str(tmp_path / "none.json")]) == 1
    assert "cannot be read" in capsys.readouterr().out


@pytest.mark.parametrize("language", languages())
def test_every_operation_is_shown_in_words(language: str) -> None:
    for name, keys in OPS.items():
        told = {key: rule.values for key, rule in keys.items() if rule.kind == "word" and key != "until"}
        for values in product(*(("", *value) for value in told.values())):
            chosen = {key: value for key, value in zip(told, values, strict=True) if value}
            op = Op(name, **chosen)  # type: ignore[arg-type]
            if all(key in chosen for key, rule in keys.items() if rule.needed and rule.kind == "word"):
                said = op_told(Phrases("steam", language), op._asdict())
                assert not re.search(r"told|steam|_|\?|=", said), said


def test_show_prints_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show"]) == 0
    told = capsys.readouterr().out
    assert "Gatling Gun (gatling_gun, crown)\n  standard + combat; 1+2 points; activate x2\n" in told
    assert "set crown: 10 cards, 26 hit points, 14 oxygen" in told
    assert main(["cards", "show", "grapnel_winch"]) == 0
    shown = capsys.readouterr().out
    assert "does: moves the enemy's boat towards the other boat, sectors: 1" in shown
    assert shown.count("█") > 100, "one card alone is drawn as a panel draws it"
    path = tmp_path / "every.json"
    path.write_text(EVERY_OP, "utf-8")
    assert main(["cards", "show", str(path)]) == 0
    assert "requires: enemy alongside" in capsys.readouterr().out
    assert main(["cards", "show", "no_such_card"]) == 1
    assert "There is no box and no card 'no_such_card'" in capsys.readouterr().err
    assert main(["cards", "show", str(tmp_path / "none.json")]) == 1
    path.write_text("{", "utf-8")
    assert main(["cards", "show", str(path)]) == 1


@pytest.mark.parametrize("language", languages())
def test_show_draws_every_card_as_the_panel_of_a_captain_does(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with cuts() as found:
        assert main(["cards", "show", "--panel", "--language", language]) == 0
    assert found == []
    printed, shown = capsys.readouterr().out, set[str]()
    for page, boat in ((0, "blue"), (2, "red")):
        captain = steam_stills.room().speak(language).turn(BLUE, page).press(BLUE, "push")
        for cell in NAMES:
            name = captain.view(BLUE)["boats"][boat]["cells"][cell]["card"]
            drawn, shipped = (
                as_text(picture(cards, cards.cards[cards.index[name]], captain.phrases))
                for cards in (deck(KEPT), deck(SHIPPED))
            )
            panel = as_text(captain.panel(BLUE))
            assert shipped in printed, name
            assert drawn.split("\n")[4:28] == panel.split("\n")[4:28], f"{name}: between title and bottom line"
            shown.add(name)
            captain.turn(BLUE, 1)
    assert shown == {each.id for each in deck(SHIPPED).cards}


def test_show_draws_a_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tmp_path / "cards.png"
    assert main(["cards", "show", "--sheet", str(drawn)]) == 0
    assert drawn.read_bytes().startswith(b"\x89PNG")
    assert f"{len(deck(SHIPPED).cards)} cards in" in capsys.readouterr().out
    assert main(["cards", "show", "--sheet", str(tmp_path / "none" / "cards.png")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_all_that_can_be_wrong_at_once() -> None:
    """Every fault with its line and facts. Where one is meant to change, write the file anew and review the diff."""
    folder = Path(__file__).parent
    found = read_deck((folder / "faulty.json").read_text("utf-8"))
    assert not isinstance(found, Deck)
    told = [json.dumps([fault.line, fault.code, dict(fault.facts)], sort_keys=True) for fault in found]
    assert told == (folder / "faulty.faults").read_text("utf-8").splitlines()
    assert {fault.code for fault in found} >= {
        *("cards-number", "cards-key", "cards-key-twice", "cards-key-missing", "cards-kind", "cards-value", "cards-id"),
        *("cards-text", "cards-id-twice", "cards-no-post", "cards-points", "cards-no-type", "cards-experimental"),
        *("cards-power", "cards-no-combat", "cards-no-target", "cards-target", "cards-presence-mark", "cards-no-op"),
        *("cards-op", "cards-effect-long", "cards-set-unknown", "cards-set-twice", "cards-set-size", "cards-set-post"),
    }
    assert found == tuple(sorted(found, key=lambda fault: fault.line))


def facts_of(text: str, code: str) -> dict[str, object]:
    """Return the facts of the one fault of a kind in a card file."""
    found = read_deck(text)
    assert not isinstance(found, Deck)
    (fault,) = [each for each in found if each.code == code]
    return dict(fault.facts)


def test_a_fault_shows_only_the_beginning_of_a_long_word() -> None:
    long = "b" * 60
    told = json.loads(box())
    told["sets"]["two"][9] = long
    for text, code, fact in (
        (box(card("bay", **{long: 1})), "cards-key", "key"),
        (box(card("bay", id=long)), "cards-id", "value"),
        (box(card("bay", trigger=long)), "cards-value", "value"),
        (box(card("bay", targets=[long])), "cards-target", "value"),
        (box(device("bay", {"op": long})), "cards-op", "value"),
        (json.dumps(told), "cards-set-unknown", "id"),
    ):
        assert facts_of(text, code)[fact] == "b" * 40


def test_a_fault_says_what_stands_in_the_place_of_a_word() -> None:
    for value, shown in ((["standard"], "[...]"), ({"a": 1}, "[...]"), (True, "true"), (None, "null"), (3, "3")):
        assert facts_of(box(card("bay", types=["standard", value])), "cards-value")["value"] == shown


def test_sets_are_an_object() -> None:
    text = json.dumps({"schema": 1, "cards": [POST_CARD], "sets": []})
    assert facts_of(text, "cards-kind") == {"key": "sets", "wanted": "an object { ... }"}


def test_the_bounds_of_a_file() -> None:
    most = [card(f"c{n}") for n in range(MOST_CARDS - 1)]
    assert faults(json.dumps({"schema": 1, "cards": [POST_CARD, *most]})) == []
    found = read_deck(json.dumps({"schema": 1, "cards": [POST_CARD, *most, card("more")]}, indent=1))
    assert not isinstance(found, Deck)
    (fault,) = found
    assert (fault.code, fault.facts) == ("cards-too-many", {"has": MOST_CARDS + 1, "most": MOST_CARDS})
    assert fault.line > 2000
    assert faults(box(card("bay", text="x" * LONGEST_TEXT, id="a" * 40))) == []
    post = {**POST_CARD, "trigger": "reaction", "types": ["propulsion", "experimental"]}
    found = read_deck(box(post=post))
    assert not isinstance(found, Deck)
    assert [(each.code, dict(each.facts)) for each in found] == [("cards-post", {"id": "central_post"})]


def test_a_deck_in_text_is_short_and_sorted() -> None:
    text = deck(SHIPPED).text
    assert '": ' not in text
    assert text.startswith('{"cards":[{"combat":true,"faction":"common"')


def test_a_deck_that_was_shown_is_read_once() -> None:
    first, second = deck(SHIPPED), deck(box(card("bay")))
    travelled = [json.loads(json.dumps(each.data)) for each in (first, second, first)]
    found = [deck_of_data(data) for data in travelled]
    assert found == [first, second, first]
    assert found[0] is found[2]
    travelled[0]["cards"][1]["name"] = "another"
    assert deck_of_data(travelled[0]).cards[1].name == "another"
    assert deck_of_data(travelled[2]) is found[0]
