"""The bell: what rings for whom, that it never tells more than was heard, and one call at a time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import klaxon
from klaxon import data
from klaxon.console.devices import Call, Note
from klaxon.console.language.catalogue import catalogue, say
from klaxon.console.sound.score import BREATH, STALE, WAITING, Cue, Ringer, Score, read_notes, seconds
from klaxon.rules.contract import SPECTATOR, Event, Header, Refusal, Seat
from klaxon.rules.games import GAMES, game_named
from klaxon.rules.walks import random_walk
from klaxon.table.setup import make_header

LINE = 21
"""Letters of a line of a banner."""
LOUDEST: dict[str, tuple[dict[str, str], ...]] = {
    "uboot": ({"manning": "auto"}, {}),
    "sonar": ({}, {"own_hit_announced": "yes"}, {"announce_breakdown": "none"}, {"broken_order": "radiation"}),
}
"""Options under which other things are heard."""
SHARED = {"repaired", "boat-lost", "boat-sunk"}
"""Calls of all games that one of them may do without."""
TELLING = ("tell", "tell_all", "tell_own", "tell_others", "tell_simply", "Event")


def event(kind: str, **facts: object) -> Event:
    return Event(kind, facts, frozenset())


@cache
def steps(name: str) -> tuple[tuple[Event, ...], ...]:
    """Return what happens in games played at random, step by step: played once, for all that looks at it."""
    return tuple(_steps(name))


def _steps(name: str) -> Iterator[tuple[Event, ...]]:
    game = game_named(name)
    for seed, options in enumerate(LOUDEST.get(name, ({},)) * 2):
        header = make_header(game, options, data.read, str(seed))
        assert isinstance(header, Header), header
        state: Any = game.setup(header)
        pick = Random(seed).randrange
        for _ in range(600):
            orders = [random_walk(game, seat, game.view(state, seat), pick) for seat in game.actors(state)]
            able = [order for order in orders if order is not None]
            due = game.due(state)
            if game.outcome(state) is not None or (not able and due is None):
                break
            if able and pick(20):
                step = game.apply(state, able[pick(len(able))])
                assert not isinstance(step, Refusal), step
            else:
                step = game.advance(state, due if due is not None else game.now(state))
            yield step.events
            state = step.state


def crews(name: str) -> dict[str, list[Seat]]:
    found: dict[str, list[Seat]] = {}
    for seat in game_named(name).seats:
        found.setdefault(seat.partition(".")[0], []).append(seat)
    return found


# The scores


@pytest.mark.parametrize("game", GAMES)
def test_every_call_is_short_and_no_two_sound_alike(game: str) -> None:
    score = Score.read(game)
    assert len({call.notes for call in score.calls.values()}) == len(score.calls)
    for name, call in score.calls.items():
        assert call.name == name
        assert seconds(call) <= 2.5, name
        assert all(note.ms > 0 and (note.pitch == 0 or 60 <= note.pitch <= 4000) for note in call.notes), name


@pytest.mark.parametrize("game", GAMES)
def test_every_call_has_a_twin_for_the_eyes(game: str) -> None:
    score, known = Score.read(game), catalogue("en")
    for name in score.calls:
        banner = score.cue(name).banner
        assert banner in known, banner
        lines = known[banner].split("\n")
        assert 1 <= len(lines) <= 2
        assert all(lines)


def test_no_banner_is_left_without_a_call() -> None:
    used = {Score.read(game).cue(name).banner for game in GAMES for name in Score.read(game).calls}
    assert {message for message in catalogue("en") if message.startswith("bell.")} == used


@pytest.mark.parametrize("game", GAMES)
def test_every_call_is_used_and_every_ring_has_its_call(game: str) -> None:
    score = Score.read(game)
    rung = {ring.call for rings in score.rings.values() for ring in rings} | set(score.states.values()) | {"refused"}
    rung |= set(score.watch)
    assert rung | SHARED == set(score.calls) | SHARED
    assert score.silent.isdisjoint(score.rings)


@pytest.mark.parametrize("game", GAMES)
def test_a_ring_behind_one_without_conditions_would_never_sound(game: str) -> None:
    for kind, rings in Score.read(game).rings.items():
        for before, _ in pairwise(rings):
            assert before.conditions, kind


def told_in_the_rules(game: str) -> set[str]:
    """Return every type of event that the source of a game names where it tells one."""
    found = set()
    for path in sorted((Path(klaxon.__file__).parent / "rules" / game).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in TELLING and node.args:
                found |= {str(word.value) for word in ast.walk(node.args[0]) if isinstance(word, ast.Constant)}
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_event_rings_or_is_silent_by_choice(game: str) -> None:
    score = Score.read(game)
    told = told_in_the_rules(game) | {event.type for events in steps(game) for event in events}
    assert len(told) > 15
    assert told - set(score.rings) - score.silent == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_banner_fits_its_panel_with_the_facts_in_it(game: str) -> None:
    score, seen = Score.read(game), set()
    for events in steps(game):
        for heard in events:
            ears = {boat: crew[0] for boat, crew in crews(game).items()} | {"": SPECTATOR}
            for boat in [boat for boat, seat in ears.items() if seat in heard.to]:
                cue = score.call_for(heard, boat)
                if cue is not None:
                    text = say(cue.banner, cue.facts)
                    assert "?" not in text.replace("React?", ""), f"{cue.banner} wants facts that {heard} has not"
                    assert max(map(len, text.split("\n"))) <= LINE, text
                    seen.add(cue.call.name)
    assert len(seen) > 10


# What rings for whom


def named(cue: Cue | None) -> str:
    return cue.call.name if cue else ""


def blast(by: str, **results: str) -> Event:
    return event("blast", at="D3", by=by, weapon="torpedo", results=results)


SONAR: list[tuple[Event, str, str, str]] = [
    (event("turn", boat="red"), "your-turn", "their-turn", "their-turn"),
    (event("dived", boat="red"), "dive", "dived", "dived"),
    (event("torpedo", boat="red", at="D3"), "torpedo-away", "torpedo", "torpedo"),
    (blast("red", red="miss", blue="direct"), "struck-direct", "hit-direct", "struck-direct"),
    (blast("red", blue="indirect"), "struck", "hit", "struck"),
    (blast("red", blue="miss"), "miss", "missed-us", "miss"),
    (blast("red", red="indirect", blue="miss"), "hit", "struck", "struck"),
    (event("charged", boat="red", system="mine", full=True), "charged", "", ""),
    (event("charged", boat="red", system="mine", full=False), "", "", ""),
    (event("damage", boat="red", amount=1, cause="section"), "damage", "damage-enemy", "damage-enemy"),
    (event("damage", boat="red", amount=2, cause="torpedo"), "", "", ""),
    (event("ping", boat="red"), "ping", "pinged", "ping"),
    (event("drone", boat="red", sector=3, answer="yes"), "drone-yes", "drone-yes", "drone-yes"),
    (event("drone", boat="red", sector=3, answer="toxic-smoke"), "drone-smoke", "drone-smoke", "drone-smoke"),
    (event("course", boat="red", dir="north"), "", "", ""),
    (event("sunk", boat="red"), "boat-lost", "boat-sunk", "boat-sunk"),
    (event("over", winner="red", reason="sunk"), "victory", "defeat", "won"),
    (event("over", winner="draw", reason="agreed"), "draw", "draw", "draw"),
    (event("over", winner="", reason="umpire"), "ended", "ended", "ended"),
    (event("paused"), "paused", "paused", "paused"),
    (event("never-heard-of"), "", "", ""),
]
"""What happened, and what red, blue and a bell for both hear of it."""


@pytest.mark.parametrize(("heard", "red", "blue", "both"), SONAR, ids=range(len(SONAR)))
def test_each_boat_hears_it_from_its_own_side(heard: Event, red: str, blue: str, both: str) -> None:
    score, everybody = Score.read("sonar"), ("red", "blue")
    assert named(score.call_at(heard, everybody, ("red",))) == red == named(score.call_for(heard, "red"))
    assert named(score.call_at(heard, everybody, ("blue",))) == blue
    assert named(score.call_at(heard, everybody, everybody)) == both


def test_the_score_of_steam_torpedo_knows_who_is_shot_at() -> None:
    score = Score.read("steam")
    shot = event("attack", boat="red", section="bow", power=3, armour=1, damage=2)
    assert [named(score.call_for(shot, boat)) for boat in ("red", "blue", "")] == ["fire", "under-fire", "fire"]
    assert named(score.call_for(event("attack", boat="red", section="bow", power=1, armour=1, damage=0), "blue")) == (
        "deflected"
    )
    low = event("oxygen", boat="red", cell="a1", left=2, returned=False)
    assert [named(score.call_for(low, boat)) for boat in ("red", "blue", "")] == [
        "oxygen-low",
        "enemy-air",
        "oxygen-low",
    ]
    window = event("window", boat="red", answers="manoeuvre", due=8000)
    assert [named(score.call_for(window, boat)) for boat in ("red", "blue", "")] == ["react", "awaits", "react"]
    assert named(score.call_for(event("turn", boat="blue", round=2), "blue")) == "your-turn"


def test_how_the_table_stands_is_heard() -> None:
    score = Score.read("sonar")
    cues = [score.call_for_state(state) for state in ("running", "saving", "stuck", "unsaved", "count-in", "over")]
    assert [named(cue) for cue in cues] == ["", "saving", "stuck", "unsaved", "count-in", ""]
    assert score.cue("refused").banner == "bell.refused"
    assert [cue.urgent for cue in cues if cue] == [False, True, True, True]


def test_a_game_without_a_score_rings_what_all_games_ring() -> None:
    score = Score.read("a-game-of-somebody")
    assert named(score.call_for(event("turn", boat="red"), "red")) == "your-turn"


# Secrecy


def test_a_bell_in_earshot_of_both_is_silent_about_what_one_boat_heard() -> None:
    score, secret = Score.read("sonar"), event("damage", boat="red", amount=1, cause="section")
    assert score.call_at(secret, ("red",), ("red", "blue")) is None
    assert score.call_at(secret, ("red",), ("blue",)) is None
    assert score.call_at(secret, (), ("red",)) is None
    assert named(score.call_at(secret, ("red",), ("red",))) == "damage"
    assert named(score.call_at(secret, (SPECTATOR,), ("red", "blue"))) == "damage-enemy"


def contains(known: object, told: object) -> bool:
    """Tell whether somebody who knows one thing knows the other."""
    if isinstance(known, Mapping) and isinstance(told, Mapping):
        return all(name in known and contains(known[name], value) for name, value in told.items())
    return known == told


@pytest.mark.parametrize("game", GAMES)
def test_what_the_spectator_hears_every_crew_hears_too(game: str) -> None:
    """This is why a bell for several boats may ring for what the spectator hears."""
    found = 0
    for events in steps(game):
        for told in events:
            if SPECTATOR not in told.to:
                continue
            for crew in crews(game).values():
                for seat in crew:
                    heard = [one for one in events if one.type == told.type and seat in one.to]
                    assert any(contains(one.facts, told.facts) for one in heard), f"{seat} does not know {told}"
            found += 1
    assert found > 200


# One call at a time


class Clock:
    """Made-up time, and a bell that notes when it was rung."""

    has_volume = True

    def __init__(self) -> None:
        self.now = 100.0
        self.timers: list[Timer] = []
        self.rung: list[tuple[float, str]] = []

    def time(self) -> float:
        return self.now

    def later(self, delay: float, act: Callable[[], None]) -> Timer:
        timer = Timer(self, self.now + delay, act)
        self.timers.append(timer)
        return timer

    def run(self, length: float) -> None:
        end = self.now + length
        while due := [timer for timer in self.timers if timer.at <= end]:
            timer = min(due, key=lambda timer: timer.at)
            self.timers.remove(timer)
            self.now = timer.at
            timer.act()
        self.now = end

    def ring(self, call: Call) -> None:
        self.rung.append((round(self.now - 100, 3), call.name))

    def hush(self) -> None:
        self.rung.append((round(self.now - 100, 3), ""))


class Timer:
    def __init__(self, clock: Clock, at: float, act: Callable[[], None]) -> None:
        self.clock, self.at, self.act = clock, at, act

    def cancel(self) -> None:
        self.clock.timers.remove(self)


def call(name: str, priority: int, ms: int = 920) -> Call:
    return Call(name, (Note(440, ms),), priority)


def room() -> tuple[Clock, Ringer]:
    clock = Clock()
    return clock, Ringer(clock, clock.time, clock.later)


def test_calls_wait_for_one_another() -> None:
    clock, ringer = room()
    ringer.ring(call("first", 50))
    ringer.ring(call("equal", 50))
    ringer.ring(call("lower", 10))
    ringer.ring(call("also equal", 50))
    clock.run(10)
    begun = [round(place * (0.92 + BREATH), 3) for place in range(4)]
    assert clock.rung == list(zip(begun, ["first", "equal", "also equal", "lower"], strict=True))
    ringer.ring(call("much later", 1))
    assert clock.rung[-1] == (10, "much later")


def test_a_call_of_more_priority_cuts_in_and_what_it_cut_is_gone() -> None:
    clock, ringer = room()
    ringer.ring(call("turn", 50))
    ringer.ring(call("charged", 20))
    clock.run(0.5)
    ringer.ring(call("pause", 90))
    clock.run(10)
    assert clock.rung == [(0, "turn"), (0.5, "pause"), (1.5, "charged")]
    assert clock.timers == []


def test_of_too_many_that_wait_the_oldest_of_the_least_goes() -> None:
    clock, ringer = room()
    ringer.ring(call("now", 90))
    for name, priority in [("a", 20), ("b", 10), ("c", 10), ("d", 30), ("e", 20), ("f", 5), ("g", 10)]:
        ringer.ring(call(name, priority, 20))
    clock.run(10)
    assert WAITING == 4
    assert [name for _, name in clock.rung] == ["now", "d", "a", "e", "g"]


def test_what_has_waited_too_long_is_no_news() -> None:
    clock, ringer = room()
    ringer.ring(call("long", 90, 6000))
    ringer.ring(call("old", 20))
    clock.run(6 - STALE + 0.5)
    ringer.ring(call("fresh", 10))
    clock.run(10)
    assert [name for _, name in clock.rung] == ["long", "fresh"]


def test_a_muted_bell_is_silent_at_once_and_rings_again_later() -> None:
    clock, ringer = room()
    ringer.ring(call("now", 50))
    ringer.ring(call("waiting", 50))
    ringer.is_muted = True
    ringer.is_muted = True
    ringer.ring(call("unheard", 90))
    clock.run(5)
    assert clock.rung == [(0, "now"), (0, "")]
    assert ringer.is_muted
    ringer.is_muted = False
    ringer.ring(call("heard", 10))
    assert clock.rung[-1] == (5, "heard")


def test_a_mute_stops_no_banner() -> None:
    _, ringer = room()
    ringer.is_muted = True
    cue = Score.read("sonar").call_for(event("turn", boat="red"), "red")
    assert cue is not None
    ringer.ring(cue.call)
    assert say(cue.banner, cue.facts) == "Your turn"


def test_a_hit_that_sinks_is_heard_to_its_end() -> None:
    score, (clock, ringer) = Score.read("sonar"), room()
    story = [
        event("torpedo", boat="red", at="D3"),
        blast("red", red="miss", blue="direct"),
        event("damage", boat="blue", amount=2, cause="torpedo"),
        event("sunk", boat="blue"),
        event("over", winner="red", reason="sunk"),
    ]
    for happened in story:
        if cue := score.call_for(happened, "blue"):
            ringer.ring(cue.call)
    clock.run(10)
    assert [name for _, name in clock.rung] == ["torpedo", "hit-direct", "boat-lost", "defeat"]


# Notes


def test_notes_are_read() -> None:
    assert list(read_notes("a4/100 -/40 c#5/30")) == [Note(440, 100), Note(0, 40), Note(554, 30)]
    glide = list(read_notes("a3>a4/110"))
    assert glide == [Note(220, 27), Note(277, 28), Note(349, 27), Note(440, 28)]
    assert list(read_notes("a3>a4/10")) == [Note(220, 5), Note(440, 5)]


@pytest.mark.parametrize("word", ["h5/100", "c5", "c5/", "c/100", "->c5/100", "c5>/100", "5/100"])
def test_what_is_no_note_is_named(word: str) -> None:
    with pytest.raises(ValueError, match=r"is no note\. Write c5/120"):
        list(read_notes(f"c5/10 {word}"))
