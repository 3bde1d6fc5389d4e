"""The seam between the sea and the boat: what happens aboard reaches the sea, what the sea brings comes aboard."""

from __future__ import annotations

from klaxon.rules.uboot.sea.aboard import aboard_of
from klaxon.rules.uboot.sea.air.source import begin_air
from klaxon.rules.uboot.sea.attack.records import LeavingTorpedo
from klaxon.rules.uboot.sea.attack.running import let_torpedoes_happen
from klaxon.rules.uboot.sea.chart import place_of
from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.guns.records import GUN88
from klaxon.rules.uboot.sea.guns.source import fire_aa20, fire_gun88, usual_flak_target
from klaxon.rules.uboot.sea.hunt.source import begin_hunt
from klaxon.rules.uboot.sea.news import HAPPENINGS
from klaxon.rules.uboot.sea.own_boat.pressure import band_of, crush_depth
from klaxon.rules.uboot.sea.own_boat.reckoning import take_fix
from klaxon.rules.uboot.sea.own_boat.steering import put_to_sea
from klaxon.rules.uboot.sea.passing import reach, review, run, sea_work
from klaxon.rules.uboot.sea.ships.source import put_traffic_to_sea
from klaxon.rules.uboot.sea.signals import hear_signal
from klaxon.rules.uboot.state import State
from klaxon.rules.uboot.step import Working


def begin(work: Working) -> None:
    """Put the boat to sea."""
    at_sea = sea_work(work.state)
    at_sea.aboard = aboard_of(work.board)
    at_sea.hull = at_sea.hull._replace(crush=crush_depth(work.state.key), band=band_of(work.board.boat.depth))
    put_to_sea(at_sea, *place_of(at_sea.chart, work.board.boat.cell))
    put_traffic_to_sea(at_sea)
    begin_hunt(at_sea)
    begin_air(at_sea)
    at_sea.mark(OWN)
    review(at_sea, 0)
    _take_over(work, at_sea)
    _bring_aboard(work, at_sea)


def catch_up(work: Working, game: int) -> None:
    """Bring the sea up to a game time; until then it brings nothing."""
    passage = reach(work.state, game)
    if passage.sea is not work.state.sea:
        work.state.sea, work.board.boat = passage.sea, passage.boat


def news_due(state: State, limit: int) -> int | None:
    """Return the first game time up to a limit at which the sea brings something."""
    state.ahead = reach(state, limit)
    news = state.ahead.news
    return news if news is not None and news <= limit else None


def bring_news(work: Working, game: int) -> None:
    """Let the sea bring what is due at a game time."""
    catch_up(work, game - 1)
    at_sea = sea_work(work.state)
    run(at_sea, game)
    _take_over(work, at_sea)
    _bring_aboard(work, at_sea)


def fix_place(work: Working) -> None:
    """Let the crew know where the boat is (UBT-3.17d)."""
    at_sea = sea_work(work.state)
    take_fix(at_sea, work.game)
    _take_over(work, at_sea)


def launch(work: Working, salvo: tuple[LeavingTorpedo, ...]) -> None:
    """Launch torpedoes: the first leaves at once, the others when their time comes."""
    at_sea = sea_work(work.state)
    at_sea.attack = at_sea.attack._replace(salvo=(*at_sea.attack.salvo, *salvo))
    let_torpedoes_happen(at_sea, work.game)
    review(at_sea, work.game)
    _take_over(work, at_sea)
    _bring_aboard(work, at_sea)


def open_fire(work: Working, gun: str, contact: str, shells: int, rate: int) -> str:
    """Let a gun fire at a contact, '' for what it would fire at by itself; return that contact.

    The 88 mm fires so many shells; `rate` is the percentage of its chances that a fault leaves the 20 mm.
    """
    at_sea = sea_work(work.state)
    target = contact or usual_flak_target(at_sea, work.game)
    at_sea.aboard = at_sea.aboard._replace(**{gun: True})
    if gun == GUN88:
        fire_gun88(at_sea, work.game, target, shells)
    else:
        fire_aa20(at_sea, work.game, target, rate)
    review(at_sea, work.game)
    _take_over(work, at_sea)
    _bring_aboard(work, at_sea)
    return target


def send_signal(work: Working) -> None:
    """Let the enemy hear a message that is sent now, if it can (UBT-7.10f)."""
    at_sea = sea_work(work.state)
    hear_signal(at_sea, work.game)
    review(at_sea, work.game)
    _take_over(work, at_sea)
    _bring_aboard(work, at_sea)


def review_aboard(work: Working, game: int) -> None:
    """Let the sea look at what has changed aboard."""
    state, aboard = work.state, aboard_of(work.board)
    if aboard == state.sea.aboard and work.board.boat is work.before.boat:
        return
    at_sea = sea_work(state)
    at_sea.aboard = aboard
    at_sea.mark(OWN)
    review(at_sea, game)
    _take_over(work, at_sea)
    _bring_aboard(work, at_sea)


def _bring_aboard(work: Working, at_sea: SeaWork) -> None:
    """Let aboard happen what the sea has brought."""
    for happening in at_sea.news:
        if work.board.outcome is None:
            HAPPENINGS[happening.do](work, happening.facts)


def _take_over(work: Working, at_sea: SeaWork) -> None:
    work.state.sea, work.board.boat = at_sea.sea(), at_sea.boat
    work.board.waters = at_sea.waters
