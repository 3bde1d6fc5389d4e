"""The radio room at every console: a message is ordered from the list, its key set by dial and push, and it is sent."""

from __future__ import annotations

import pytest

from klaxon.console.games.uboot.logbook.objective_words import objective_text
from klaxon.console.games.uboot.radio.enigma_page import plain_so_far
from klaxon.console.games.uboot.radio.rotors import CipherSheet, Rotors
from klaxon.console.language.catalogue import languages
from klaxon.console.language.game_words import Phrases
from klaxon.rules.uboot.content.mission_shape import OBJECTIVES
from klaxon.rules.uboot.radio.cipher import encipher, letters_of
from klaxon.rules.uboot.radio.records import IN, RadioMessage
from tests.console.kit.playing import at_the_console, story
from tests.console.kit.servicing import built
from tests.console.kit.uboot_consoles import CONSOLES, board_of
from tests.console.kit.uboot_radio_stills import ORDER, TEXT, received
from tests.console.kit.uboot_scenes import CAPTAIN, FIRST, Room
from tests.rules.uboot.kit.boat import Boat

KEY = "BBS"
"""Of the day of the drill."""


@pytest.mark.parametrize("console", CONSOLES)
@story
async def test_the_weather_is_sent_by_dial_and_keys(console: str) -> None:
    profile, crew = CONSOLES[console]
    async with at_the_console(game="uboot", crews=crew, fittings=built(profile)) as play:
        await play.run(5)
        await play.play_orders("uboot.first_officer begin", "uboot.captain enigma out-weather")
        await play.give("uboot.first_officer assign square")
        assert [asked.message for asked in board_of(play).radio.asked] == ["out-weather"]
        await play.give(f"uboot.first_officer key out-weather {KEY}")
        message = board_of(play).radio.find("out-weather")
        assert message is not None
        assert message.state == "sent"
        await play.run(3)
        assert "transmitted" in [call for _, call in play.bell]


@story
async def test_the_captain_orders_from_the_list_of_messages() -> None:
    async with at_the_console(game="uboot", crews="all") as play:
        await play.run(5)
        await play.give("uboot.first_officer begin")
        for _ in range(12):
            if "weather" in play.panel(CAPTAIN).text and play.panel(CAPTAIN).bottom == "code weather":
                break
            await play.back(CAPTAIN)
        await play.ok(CAPTAIN)
        await play.run(1)
        pending = board_of(play).pending
        assert pending is not None
        assert (pending.order, pending.args) == ("enigma", ("out-weather",))


def test_a_wheel_turns_round() -> None:
    room = received("medium", *ORDER).choose(FIRST, "in1", "A").turn(FIRST, -1)
    assert "[Z] · ·" in room.panel(FIRST).words
    assert "[A] · ·" in room.turn(FIRST, 1).panel(FIRST).words


def test_the_plain_text_appears_letter_by_letter_with_the_key() -> None:
    message = RadioMessage("in1", IN, 0, groups=encipher(TEXT, KEY))
    assert set(plain_so_far(message, ())) == {"·"}
    assert plain_so_far(message, ("B",))[::3] == letters_of(TEXT)[::3]
    assert plain_so_far(message, tuple(KEY)) == letters_of(TEXT)
    assert plain_so_far(message, ("C", "B", "S"))[::3] != letters_of(TEXT)[::3]


def test_the_parts_in_words() -> None:
    assert list(Rotors(("B", "Z", ""), 1).words()) == ["B [Z] ·"]
    assert list(CipherSheet(("ABCD", "EF"), "HELLO·").words()) == ["ABCD EF", "HELL O·"]


@pytest.mark.parametrize("language", languages())
def test_every_message_is_said_in_the_language_of_the_station(language: str) -> None:
    room = received("low", "captain enigma out-weather", "first_officer assign square").speak(language)
    said = room.press(FIRST, "ok").page(FIRST, "messages").turn(FIRST, 9).panel(FIRST).words
    assert any("AM12" in line for line in said)
    assert not any("WEATHER" in line for line in said)


@pytest.mark.parametrize("language", languages())
def test_objectives_are_said_in_the_language_of_the_station(language: str) -> None:
    phrases = Phrases("uboot", language)
    sample = {"cell": "AM12", "type": "tanker", "within": "convoy"}
    for kind, keys in OBJECTIVES.items():
        told = objective_text(phrases, kind, {key: sample.get(key, 47) for key in keys})
        assert "objective" not in told
        said = [key for key in keys if key in ("cell", "n", "count", "hours", "dwell_h")]
        assert all(str(sample.get(key, 47)) in told for key in said)
    assert "47" in objective_text(phrases, "sink_grt", {"n": 47, "within": "convoy"})
    assert "AM12" in objective_text(phrases, "weather_report", {"count": 2, "cell": "AM12"})


@pytest.mark.parametrize(("text", "begins"), [("", "sink 5000 GRT"), ("Go for the tankers!", "(sink 5000 GRT)")])
def test_a_decoded_objective_says_what_is_asked(text: str, begins: str) -> None:
    own = {"text": text} if text else {}
    boat = Boat(rules="first_officer=low", SECONDARY=[{"kind": "sink_grt", "n": 5000, "at_h": 0, **own}])
    room = Room.at("captain enigma in1", "first_officer assign square", boat=boat).press(FIRST, "ok")
    words = room.page(FIRST, "messages").turn(FIRST, 9).panel(FIRST).words
    assert any(line.startswith(begins) for line in words), words
