"""What is spoken: public facts in four languages, under the law of the bell."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest

from klaxon import data
from klaxon.console.language.catalogue import languages, words_of
from klaxon.console.settings.console_settings import SEPARATE, ConsoleSettings
from klaxon.console.sound.score import Score
from klaxon.rules.games import GAMES
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story

TURN = ("red.captain course east", "red.xo charge mine", "red.engineer break e1", "red.captain end")


def spoken(play: Playing, language: str = "en") -> list[str]:
    return [each[language] for each in play.heard.spoken]


@story
async def test_a_course_is_called_out_in_the_language_of_whoever_listens() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, TURN[0])
        assert spoken(play)[-1] == "Red: east."
        assert spoken(play, "de")[-1] == "Rot: Ost."
        assert spoken(play, "ru")[-1] == "Красные: восток."
        assert spoken(play, "uk")[-1] == "Червоні: схід."


@pytest.mark.parametrize("room", ["shared", SEPARATE])
@story
async def test_what_one_crew_alone_knows_is_never_spoken(room: str) -> None:
    async with at_the_console(first="red", settings=ConsoleSettings({"room": room})) as play:
        await play.play_orders(*SPLIT_START)
        before = spoken(play)
        await play.play_orders(*TURN)
        assert spoken(play)[len(before) :] == ["Red: east."], "no gauge, no symbol"


STARTS = (
    ("red.captain start A1", "blue.captain start J10"),
    ("red.captain start C1", "blue.captain start H10"),
)
"""Twins: they differ only in where the boats are, which nobody may know of the other."""


@story
async def test_twins_are_spoken_of_alike() -> None:
    said: list[list[str]] = []
    for starts in STARTS:
        async with at_the_console(first="red") as play:
            await play.play_orders(*starts, "red.captain dive", "blue.captain dive", *TURN)
            await play.play_orders("blue.captain course west", "blue.xo charge drone", "blue.engineer break w2")
            said.append([json.dumps(each, sort_keys=True) for each in play.heard.spoken])
    assert said[0] == said[1]
    assert len(said[0]) >= 4


@story
async def test_the_bell_of_the_menu_mutes_the_voice_too() -> None:
    async with at_the_console(first="red") as play:
        await play.menu("red.xo", "switch the bell")
        await play.play_orders(*SPLIT_START, *TURN)
        assert play.heard.spoken == []


@story
async def test_quiet_hours_are_quiet() -> None:
    async with at_the_console(first="red", settings=ConsoleSettings({"quiet": "00-24"})) as play:
        play.console.bells._hour = lambda: 3
        play.console.settings.choose("quiet", "22-07")
        await play.play_orders(*SPLIT_START, *TURN)
        assert play.heard.spoken == []


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_belongs_to_something_that_is_heard(game: str) -> None:
    score, words = Score.read(game), words_of(game, "en")
    names = {name.removeprefix(f"speech.{game}.") for name in words if name.startswith(f"speech.{game}.")}
    assert names
    assert names <= {*score.calls, *_silent(game)}


def _silent(game: str) -> Sequence[str]:
    silent: Sequence[str] = data.bell_score(game).get("silent", ())
    return silent


def test_a_sentence_has_the_same_facts_in_every_language() -> None:
    for name, sentence in words_of("", "en").items():
        if name.startswith("speech."):
            for language in languages():
                said = words_of("", language)[name]
                assert {*re.findall(r"{\w+}", said)} == {*re.findall(r"{\w+}", sentence)}, (name, language)
                assert said.endswith((".", "!")), "a voice needs an end"
