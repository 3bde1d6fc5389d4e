"""The page speaks as its station does, and changes when it does; who looks on may wish for a language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from klaxon.web.onlook.onlooker_visit import OnlookerVisit
from klaxon.web.server.files import page_in_words
from tests.console.kit.pseudo import MARK, spoken
from tests.console.kit.stories import golden, told
from tests.web.kit.callers import House, asked, at_home
from tests.web.kit.debriefs import end, fetched
from tests.web.kit.stand import Box, Stand, roster


@pytest.fixture(autouse=True)
def _two_more_languages() -> Iterator[None]:
    with spoken():
        page_in_words.cache_clear()
        yield
    page_in_words.cache_clear()


def speak(stand: Stand, **languages: str) -> None:
    """Let stations speak other languages, red_1 for red-1."""
    named = {name.replace("_", "-"): language for name, language in languages.items()}
    stand.page.send_roster(replace(roster(), boats={}, languages=named))


def test_a_page_follows_its_station() -> None:
    async def story(house: House) -> None:
        speak(house.stand, red_1="en", red_2="xx")
        async with house.guest("red-2") as guest, house.guest("red-1") as other, house.guest() as whole:
            assert guest.welcome["language"] == "xx"
            assert guest.welcome["labels"]["close"] == f"{MARK}xx {other.welcome['labels']['close']}"
            assert guest.welcome["boats"] == {"red": f"{MARK}xx Red"}
            assert (other.welcome["language"], whole.welcome["language"]) == ("en", "en")
            for each in (guest, other, whole):
                await each.settled()
            speak(house.stand, red_1="en", red_2="yy")
            said = await guest.hear_until(lambda m: isinstance(m, dict) and "speak" in m)
            assert (said["speak"]["language"], said["speak"]["labels"]["close"][:3]) == ("yy", f"{MARK}yy")
            assert (await guest.hear())["boats"] == {"red": f"{MARK}yy Red"}
            for each in (other, whole):
                await each.say({"ping": 1})
                heard = await each.hear_until(lambda m: isinstance(m, dict) and ("pong" in m or "speak" in m))
                assert heard == {"pong": 1}
            speak(house.stand, red_1="xx", red_2="yy")
            for each in (other, whole):
                said = await each.hear_until(lambda m: isinstance(m, dict) and "speak" in m)
                assert said["speak"]["language"] == "xx"

    at_home(story)


@pytest.mark.parametrize(("wish", "language"), [({}, "yy"), ({"language": "xx"}, "xx"), ({"language": "tlh"}, "yy")])
def test_who_looks_on_may_wish_for_a_language(wish: dict[str, str], language: str) -> None:
    async def story(house: House) -> None:
        house.stand.page.language = "yy"
        async with house.looker("spectator", token=house.stand.keys.spectator, **wish) as looker:
            welcome = (await looker.hear())["welcome"]
            assert welcome["language"] == language
            assert welcome["labels"]["close"].startswith(f"{MARK}{language} ")
            assert welcome["languages"] == {"en": "English", "xx": "Xish", "yy": "Yish"}

    at_home(story)


def test_a_tableau_is_asked_for_in_the_language_of_the_welcome() -> None:
    class Listening(Box):
        def picture(self, language: str = "") -> dict[str, str]:
            return {"language": language}

    looker = OnlookerVisit(Listening(), {"language": "xx", "role": "spectator"}, lambda: None)
    assert '"language":"xx"' in str(looker.carry()[-1])


async def page(house: House, path: str) -> str:
    host = f"{house.address.host}:{house.address.port}"
    answer = await asked(house, f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
    return answer.decode()


def test_the_form_for_the_pin_is_served_in_a_language() -> None:
    async def story(house: House) -> None:
        plain = await page(house, "/umpire")
        assert '<html lang="en">' in plain
        assert ">The umpire's PIN<" in plain
        wished = await page(house, "/umpire?lang=xx")
        assert '<html lang="xx">' in wished
        assert f">{MARK}xx The umpire's PIN<" in wished
        assert f">{MARK}xx Opening the console …<" in wished
        assert ">The umpire's PIN<" not in wished
        assert await page(house, "/umpire?lang=%3Cscript%3E") == plain

    at_home(story)


def test_a_page_is_served_in_the_language_of_the_console() -> None:
    text = '<html lang="en"><h2 data-label="close">Close</h2><p class="a" data-label="no-such">Stays</p>'
    shown = page_in_words(text, "yy")
    assert shown.startswith(f'<html lang="yy"><h2 data-label="close">{MARK}yy ')
    assert shown.endswith('data-label="no-such">Stays</p>')


def test_the_debrief_is_handed_out_in_the_language_of_the_link() -> None:
    async def story(house: House) -> None:
        source = end(house.stand)
        ticket = house.stand.page.handout.ticket
        for path in (ticket, f"{ticket}?lang=xx", f"{ticket}?lang=xx", f"{ticket}?lang=tlh"):
            assert (await fetched(house, path))[0] == 200
        assert source.languages == ["en", "xx"]

    at_home(story)


def test_a_booklet_has_the_words_and_columns_of_its_language() -> None:
    from klaxon.web.debrief.debrief_file import contents, make_debrief_file  # noqa: PLC0415 - beside what it is held to

    story = told(golden("sonar/hunt-by-torpedo"), "7", "xx")
    data = contents(story)
    assert data["columns"].startswith("АБВГ")
    assert all(label.startswith(f"{MARK}xx ") for label in data["labels"].values())
    assert all(MARK in sentence for step in data["steps"] for sentence in step["say"])
    assert 'lang="xx"' in make_debrief_file(story).text
