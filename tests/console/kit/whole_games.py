"""Games played to their end at stations."""

from __future__ import annotations

from random import Random

from klaxon.console.drawing.parts import BottomLine
from klaxon.console.language.game_words import Phrases
from klaxon.console.profile import virtual
from klaxon.console.service.keys import LEAVE
from klaxon.rules.contract import Outcome
from klaxon.table.running_game import COUNT_IN
from tests.console.kit.playing import Playing
from tests.console.kit.speaking import language

THOUGHT = 0.3
"""Seconds between two things a hand does."""


class Newcomer:
    """Somebody who never saw the game: turns the dial by chance and does what the bottom line says."""

    def __init__(self, play: Playing, station: str, dice: Random) -> None:
        self._play, self._station, self._dice = play, station, dice
        self._barred = 0

    async def act(self) -> None:
        """Look at the panel, and do something about it."""
        play, station, dice = self._play, self._station, self._dice
        bottom = self.bottom
        if bottom.doing == "idle" and bottom.text != Phrases("", language()).say("bottom.push"):
            self._barred += 1  # what cannot be said may stand at the top too: then look below it
            steps = dice.randrange(20)
            await play.turn(station, -steps if self._barred % 2 else 1 + steps % 3)
            return
        self._barred = 0
        if dice.random() < 0.4:
            await play.turn(station, dice.randrange(-6, 7))
        elif bottom.doing == "grave":
            await (play.hold(station, "ok") if dice.random() < 0.7 else play.press(station, "back"))
        elif bottom.doing == "ready":
            await play.press(station, "ok")
        else:
            await play.press(station, dice.choice(("push", "push", "push", "back")))

    @property
    def bottom(self) -> BottomLine:
        """What the panel says OK will do."""
        return self._play.console.stations[self._station].page.bottom()


def ended(play: Playing) -> Outcome | None:
    return play.table.play.outcome


async def play_to_the_end(play: Playing, seed: object, most: int = 3000) -> Outcome:
    """Let newcomers at all manned stations play until the game is over."""
    dice = Random(str(seed))
    hands = [Newcomer(play, station, dice) for station in play.console.seating.manning]
    for _ in range(most):
        outcome = ended(play)
        if outcome is not None:
            await play.run(5)
            return outcome
        busy = [hand for hand in hands if hand.bottom.doing not in ("waiting", "sent")]
        if busy:
            await dice.choice(busy).act()
        await play.run(THOUGHT)
    raise AssertionError(
        f"no end after {most} things done: {[play.panel(name).text for name in play.console.seating.manning]}"
    )


def orders(play: Playing, boat: str) -> list[str]:
    return [row.line for row in play.table.play._line if row.kind == "order" and row.line.startswith(boat)]


def debriefed(play: Playing, outcome: Outcome) -> None:
    """Every manned panel says how the game ended, and OK or BACK what comes next."""
    for station in play.console.seating.manning:
        boat = play.page(station).seat.partition(".")[0]
        how = {"draw": "draw", boat: "won"}.get(outcome.winner, "lost")
        phrases = Phrases("", language())
        say, winner = phrases.say, phrases.boat(outcome.winner)
        words = [say(f"over.{play.table.play.game.name}.{how}"), say(f"outcome.{how}", winner=winner).partition(".")[0]]
        text = play.panel(station).text
        assert any(word in text for word in words), text
        assert outcome.reason not in text.split(), "the reason is said in words"
        assert play.panel(station).bottom == f"‹{say('bottom.debrief')}›"


class Monkey:
    """Hands that press and turn anything, anywhere, and let go late."""

    def __init__(self, play: Playing, dice: Random) -> None:
        self._play, self._dice = play, dice
        self._down: set[tuple[str, str]] = set()
        self._controls = [(fitting, key) for fitting in virtual() for key in fitting.keys]

    async def act(self) -> None:
        """Do something, anything."""
        play, dice = self._play, self._dice
        fitting, key = dice.choice(self._controls)
        what = dice.random()
        if what < 0.35:
            play.hardware.turn(fitting.name, dice.randrange(fitting.dials), dice.choice((-30, -3, -1, 1, 1, 2, 3, 30)))
        elif what < 0.45:
            await play.chord(fitting.name, "ok", "back")
        elif what < 0.8:
            play.hardware.press(fitting.name, key)
            self._down.add((fitting.name, key))
        else:
            self._let_go(dice.randrange(6))
        await play.run(dice.choice((0, 0, 0.01, 0.05, 0.1, 0.5, 0.8, 4)))
        if dice.random() < 0.3:
            self._let_go(9)

    def _let_go(self, most: int) -> None:
        for station, key in self._dice.sample(sorted(self._down), min(most, len(self._down))):
            self._down.discard((station, key))
            self._play.hardware.release(station, key)


async def still_works(play: Playing) -> None:
    """Whatever the monkeys left behind, a person finds the way back to the lobby."""
    for fitting in virtual():
        for key in fitting.keys:
            play.hardware.release(fitting.name, key)
    await play.run(COUNT_IN + 1)
    if where := play.console.service.leader:
        await play.hold(where, "back", LEAVE + 0.1)
        await play.press(where, "back")
    if play.console.match.playing:
        await play.press("red-1", "back")
        await play.run(1)
    if play.console.match.playing:
        await play.menu("red-1", "leave")
        await play.run(6)
    assert not play.console.match.playing
    await play.hold("red-1", "back")
    await play.hold("red-1", "back")
    assert play.panel("red-1").bottom in ("begin the game", "go on with it")
