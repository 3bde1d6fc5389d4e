"""Looking back at a finished patrol: the glass at any second, what the hunters believed, and a worker that answers."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

import pytest

from klaxon.console.drawing.screen import BOTTOM, Area, Place, Screen
from klaxon.console.games import past_pictures_of
from klaxon.console.games.uboot.glass.past import PAST
from klaxon.console.language.catalogue import languages
from klaxon.console.language.game_words import Phrases
from klaxon.console.onlook.debrief import DebriefPage
from klaxon.console.onlook.debrief_worker import DebriefWorkerError
from klaxon.console.onlook.look_back import LookBackPage, PastLook
from klaxon.console.onlook.look_back_worker import LookBackWorker
from klaxon.console.onlook.past_moments import FARTHEST, PastMoment, ReplayedGame
from klaxon.rules.contract import Ms
from klaxon.table.debrief import finished_game
from tests.console.kit.frames import check
from tests.console.kit.stories import golden, told
from tests.rules.uboot.kit.boat import Boat

SEAT = "uboot.captain"
HUNTER = {"id": "e1", "type": "corvette", "bearing": 40, "range_m": 3000, "course": 180, "kn": 10, "state": "SEARCH"}
AREA = Area(0, 0, 128, 64 - BOTTOM)


@cache
def attack() -> ReplayedGame:
    return ReplayedGame(finished_game(golden("uboot/attack")))


def words(places: tuple[Place, ...]) -> str:
    return " ".join(Screen(places).picture(128, 64).words)


# What was


def test_any_second_is_as_it_was() -> None:
    play = golden("uboot/attack")
    game = attack().game
    rows = {row.at for row in play.line}
    for at in (0, 1000, *sorted(rows)[:4], 61_000):
        state = attack().state_at(at)
        assert game.now(state) == at
        again = attack().state_at(at)
        assert game.encode(again) == game.encode(state)
    assert game.encode(attack().state_at(play.now)) == game.encode(play.state)
    assert game.now(attack().state_at(10**9)) == attack().last, "after the end nothing comes"


def test_time_passes_between_two_rows_as_it_did() -> None:
    game, rows = attack().game, sorted({row.at for row in golden("uboot/attack").line})
    gap = next(earlier for earlier, later in pairwise(rows) if later - earlier > 2000)
    state = attack().state_at(gap)
    while game.now(state) < gap + 1000:
        state = game.advance(state, Ms(gap + 1000)).state
    assert game.encode(state) == game.encode(attack().state_at(gap + 1000))


# Pictures


def open_moment(picture: str) -> tuple[PastLook, PastMoment]:
    look = PastLook(60_000, 500, PAST.pictures.index(picture))
    return look, attack().look(look.at, SEAT, PAST.lens(look))


def test_the_glass_is_drawn_as_it_was_seen() -> None:
    look, moment = open_moment("periscope")
    assert moment.view["optics"]["view"] == "periscope"
    places = PAST.draw(look, moment, Phrases("uboot"), AREA)
    check("uboot-look-back-periscope", Screen(places).picture(128, 64))


def test_every_role_saw_the_same_through_a_glass_that_pointed_the_same_way() -> None:
    look, moment = open_moment("periscope")
    for seat in attack().game.seats:
        assert attack().look(look.at, seat, PAST.lens(look)).view["optics"] == moment.view["optics"], seat


def test_a_long_time_between_two_rows_is_cut_and_is_the_same_time() -> None:
    kept = attack()
    gaps = [later - earlier for earlier, later in pairwise(kept._moments)]
    assert max(gaps) <= FARTHEST
    rows = {row.at for row in golden("uboot/attack").line}
    between = next(at for at in kept._moments if at not in rows and at)
    before = max(at for at in rows if at < between)
    state = kept._states[bisect_right(kept._moments, before) - 1]
    while kept.game.now(state) < between:
        state = kept.game.advance(state, Ms(between)).state
    assert kept.game.encode(state) == kept.game.encode(kept.state_at(between))


def test_a_glass_that_nobody_held_open_shows_nothing() -> None:
    look, moment = open_moment("bridge")
    assert "optics" not in moment.view
    assert "Nobody looked through it then." in words(PAST.draw(look, moment, Phrases("uboot"), AREA))


def hunted() -> PastMoment:
    boat = Boat(SHIPS=[HUNTER])
    boat.wait(30_000)
    return PastMoment(boat.state.now, {**boat.view(), "past_at": boat.state.now}, boat.view("umpire")["truth"])


def test_the_truth_tells_where_the_hunters_believe_the_boat_to_be() -> None:
    (hunt,) = hunted().truth["hunts"]
    assert (hunt["hunters"], hunt["group"]) == ({"e1": "SEARCH"}, "e1")
    assert hunt["range_m"] == 0, "where the boat was at the beginning, and it has not moved"
    assert hunt["age_s"] == 30
    assert "hunts" not in Boat(SHIPS=[HUNTER]).view(), "no seat of the boat is told"
    assert Boat().view("umpire")["truth"]["hunts"] == []


def test_the_plan_of_the_hunters_says_what_they_believed() -> None:
    look = PastLook(30_000, 0, PAST.pictures.index("hunters"))
    places = PAST.draw(look, hunted(), Phrases("uboot"), AREA)
    assert "30 s ago, 0 m off. e1: searches" in words(places)
    check("uboot-look-back-hunters", Screen(places).picture(128, 64))
    calm = hunted()._replace(truth={"hunts": [], "enemies": {}})
    assert "Nobody hunted the boat then." in words(PAST.draw(look, calm, Phrases("uboot"), AREA))


@pytest.mark.parametrize("language", languages())
def test_every_word_of_looking_back_is_there(language: str) -> None:
    look = PastLook(30_000, 0, PAST.pictures.index("hunters"))
    assert "look-back" not in words(PAST.draw(look, hunted(), Phrases("uboot", language), AREA))


# The page


class Answering(LookBackWorker):
    """A worker in this process."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, Mapping[str, str]]] = []
        self.is_closed = False

    def ask(self, at: int, seat: str, lens: Mapping[str, str]) -> PastMoment:
        self.asked.append((at, lens))
        return attack().look(at, seat, lens)

    def close(self) -> None:
        self.is_closed = True


async def answered(page: LookBackPage) -> None:
    while (asked := page._asked) is not None:
        await asyncio.wait([asked])


def test_the_dial_turns_seconds_minutes_and_the_glass_and_ok_takes_the_next_picture() -> None:
    async def look() -> None:
        worker, drawn = Answering(), list[int]()
        page = LookBackPage(worker, PAST, Phrases("uboot"), 60_000, lambda: drawn.append(1))
        assert "moment" in words(page.places(128, 64)).lower(), "it waits"
        await answered(page)
        assert drawn
        page.turn(0, 2)
        page.push()
        page.turn(0, 1)
        page.push()
        page.turn(0, -1)
        await answered(page)
        assert (page.look.at, page.look.bearing) == (122_000, 3550)
        assert worker.asked[-1] == (122_000, {"view": "periscope", "bearing": "3550", "zoom": "1"})
        assert page.bottom().text == "bearing; OK: bridge"
        page.ok()
        page.ok()
        await answered(page)
        assert "Nobody hunted" in words(page.places(128, 64))
        page.turn(1, 1)
        await answered(page)
        assert page.look.bearing == 0, "a second dial turns the glass"
        assert page.back()
        await asyncio.sleep(0.05)
        assert worker.is_closed

    asyncio.run(look())


def test_nobody_looks_past_the_end_or_before_the_beginning() -> None:
    async def look() -> None:
        page = LookBackPage(Answering(), PAST, Phrases("uboot"), 10**9, lambda: None)
        await answered(page)
        assert page.look.at == attack().last
        page.look = PastLook(0)
        page.turn(0, -5)
        assert page.look.at == 0
        await answered(page)

    asyncio.run(look())


def test_a_worker_that_fails_is_told_and_the_next_question_starts_another() -> None:
    class Broken(Answering):
        def ask(self, at: int, seat: str, lens: Mapping[str, str]) -> PastMoment:
            raise DebriefWorkerError

    async def look() -> None:
        page = LookBackPage(Broken(), PAST, Phrases("uboot"), 0, lambda: None)
        await answered(page)
        assert "could not be made" in words(page.places(128, 64))

    asyncio.run(look())


def test_a_process_of_its_own_has_the_game_at_hand_and_ends_when_it_is_closed() -> None:
    worker = LookBackWorker(finished_game(golden("uboot/attack")))
    lens = {"view": "periscope", "bearing": "0", "zoom": "1"}
    assert worker.ask(60_000, SEAT, lens) == attack().look(60_000, SEAT, lens)
    child = worker._child
    assert child is not None
    child.kill()
    child.wait()
    with pytest.raises(DebriefWorkerError):
        worker.ask(0, SEAT, lens)
    assert worker.ask(0, SEAT, lens).at == 0, "another one was started"
    child = worker._child
    worker.close()
    assert child is not None
    assert child.poll() is not None


def test_push_on_the_debrief_looks_back_at_its_moment() -> None:
    opened: list[int] = []
    page = DebriefPage(told(golden("uboot/attack")), opened.append)
    page.turn(0, 3)
    page.push()
    assert opened == [told(golden("uboot/attack")).moments[3].at]
    assert past_pictures_of("uboot") is PAST
    assert past_pictures_of("sonar") is None
