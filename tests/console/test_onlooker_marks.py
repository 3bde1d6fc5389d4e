"""Who looks on is shown at the station, and can be sent away."""

from __future__ import annotations

from klaxon.console.language.catalogue import languages
from klaxon.console.lobby.game_plan import GamePlan
from tests.console.kit.frames import check
from tests.console.kit.playing import Playing, at_the_console, story


class Keys:
    """Pages as a console sees them: what it asks of them is written down."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def begin_table(self, name: str) -> None:
        self.asked.append(f"begin {name}")

    def leave_table(self) -> None:
        self.asked.append("leave")

    def close_others(self, station: str) -> None:
        self.asked.append(f"close {station}")

    def send_umpire_away(self) -> None:
        self.asked.append("umpire")

    def renew_all(self, station: str) -> None:
        self.asked.append(f"all {station}")


def watched(play: Playing, pages: int, umpires: int, usual: int = 1) -> Keys:
    """Let pages show red-1, and umpires look on."""
    keys = Keys()
    play.console.onlookers.keys, play.console.onlookers.usual = keys, usual
    play.console.onlookers.count({"red-1": pages, "red-2": 1}, umpires)
    return keys


@story
async def test_a_station_shows_who_looks_on_and_nobody_elses_pages() -> None:
    async with at_the_console(crews="all all", first="red") as play:
        await play.run(5)
        plain = play.panel("red-1").picture
        watched(play, 1, 0)
        assert play.panel("red-1").picture == plain, "one page is all there is of a station in the browser"
        watched(play, 1, 0, usual=0)
        assert "pages here: 1" in play.panel("red-1").text, "a panel of its own has no page unless somebody opened one"
        watched(play, 2, 0)
        assert "pages here: 2" in play.panel("red-1").text
        assert "pages here" not in play.panel("red-2").text
        check("console/watched-pages", play.panel("red-1").picture)
        watched(play, 12, 1)
        check("console/watched-both", play.panel("red-1").picture)
        assert "the umpire is watching" in play.panel("red-2").text
        check("console/watched-umpire", play.panel("red-2").picture)
        watched(play, 1, 0)
        assert play.panel("red-1").picture == plain


@story
async def test_a_station_says_who_looks_on_in_its_own_language() -> None:
    async with at_the_console(crews="all all") as play:
        watched(play, 2, 1)
        for language in languages():
            play.console.speak(play.console.stations["red-1"], language)
            words = play.console.onlookers.words_at("red-1", language)
            assert len(words) == 2
            assert ", ".join(words) in play.panel("red-1").text


@story
async def test_pages_are_closed_and_an_umpire_is_sent_away_from_the_menu() -> None:
    async with at_the_console(crews="all all") as play:
        keys = watched(play, 3, 1)
        assert play.console.onlookers.at("red-1") == (3, 1)
        await play.menu("red-1", "close other pages")
        assert keys.asked == ["close red-1"]
        assert "no longer work" in play.panel("red-1").text
        await play.press("red-1", "ok")
        await play.chord("red-2", "ok", "back")
        await play.choose("red-2", "away, new PIN")
        await play.press("red-2", "ok")
        assert keys.asked == ["close red-1"], "an umpire is not sent away by a tap"
        await play.hold("red-2", "ok")
        assert keys.asked == ["close red-1", "umpire"]


@story
async def test_all_links_are_void_only_at_the_first_station_and_between_games() -> None:
    async with at_the_console(begin=False) as play:
        watched(play, 1, 0)
        await play.chord("red-1", "ok", "back")
        assert "New links" in play.panel("red-1").text
        await play.chord("red-2", "ok", "back")
        assert "New links" not in play.panel("red-2").text
        assert "Umpire watching" not in play.panel("red-1").text


@story
async def test_where_no_page_is_served_there_is_nothing_to_close() -> None:
    async with at_the_console(crews="all all") as play:
        await play.chord("red-1", "ok", "back")
        assert "Pages open" not in play.panel("red-1").text


@story
async def test_keys_follow_the_tables() -> None:
    async with at_the_console(begin=False) as play:
        keys = watched(play, 1, 0)
        play.console.lobby.begin(GamePlan("sonar", "", {"red": "all", "blue": "all"}))
        await play.run(1)
        assert keys.asked == ["begin new-sonar"]
        play.console.match.leave()
        await play.run(6)
        assert keys.asked == ["begin new-sonar", "leave"]
