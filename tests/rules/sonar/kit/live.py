"""A table of Captain Sonar in real time, for tests that read like play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from klaxon.rules.contract import Event, Ms, Prompt
from klaxon.rules.sonar.realtime.trace import faultless
from klaxon.rules.sonar.setting import ROLES
from tests.rules.sonar.kit.boats import FULL, GAME, OPEN, Table, check_menus, everyone

STANDS_STILL = ("course", "surface", "torpedo", "mine", "detonate", "silence", "drone", "sonar", "charge", "break")


def stopped(boat: str) -> Event:
    """Return the announcement of a STOP."""
    return everyone("stopped", boat=boat)


def released(boat: str) -> Event:
    """Return the announcement that the table goes on."""
    return everyone("released", boat=boat)


class Live(Table):
    """A game in real time: both boats have dived."""

    def __init__(self, chart: str = OPEN, *, red: str = "A1", blue: str = "", seed: str = "0", **options: str) -> None:
        super().__init__(chart, red=red, blue=blue, seed=seed, mode="realtime", **options)

    def wait(self, until: int) -> list[Event]:
        """Let time pass up to a moment, through all that it brings."""
        happened: list[Event] = []
        while GAME.now(self.state) < until:
            before = GAME.encode(self.state)
            step = GAME.advance(self.state, Ms(until))
            assert GAME.encode(self.state) == before, "the state before has changed"
            self.state = step.state
            happened += step.events
            check_menus(self.state)
        self.events = happened
        return happened

    def charged(self, name: str, *systems: str, crossed: str = "", route: str = "", mines: str | None = None) -> Self:
        """Let a boat have sailed: its marks are made, these systems are charged, a course came before."""
        charged: Iterable[str] = systems or FULL
        self.put(name, route=route, charged=charged, crossed=crossed, mines=mines, spent=False)
        self.put(name, charge_due=0, break_due=0, section="", retractable=False)
        return self

    def sailed(self, *courses: str) -> Self:
        """Sail: `red north`; the marks are left out."""
        for course in courses:
            name, direction = course.split()
            self.give(f"{name}.captain course {direction}")
            self.marked(name)
        return self

    def surfaced(self, name: str) -> Self:
        """Let a boat be surfaced."""
        self.give(f"{name}.captain surface")
        return self

    def traced(self, name: str, *, recorded: bool = False) -> list[Event]:
        """Let a crew trace its hull, the engineer first."""
        happened: list[Event] = []
        for section, role in enumerate(("engineer", "captain", "xo", "radio"), start=1):
            line = f"{name}.{role} trace {section}"
            if recorded:
                if GAME.due(self.state):
                    self.wait(GAME.now(self.state) + 6000)
                line += f" {faultless(str(section), self.state.setting.trace_speed)}"
            happened += self.give(line)
        return happened

    def repaired(self, name: str) -> Self:
        """Let a surfaced boat be repaired and dive."""
        other = "blue" if name == "red" else "red"
        self.traced(name)
        self.play(f"{other}.engineer confirm", f"{name}.engineer ready", f"{name}.captain dive")
        return self

    def prompt(self, seat: str) -> Prompt:
        """Return the only prompt of a seat."""
        (prompt,) = [prompt for prompt in GAME.prompts(self.state) if prompt.seat == seat]
        return prompt

    def barred(self, seat: str) -> dict[str, str]:
        """Return the verbs of a seat, each with the code that bars it ('': open)."""
        offers = GAME.offers(GAME.view(self.state, seat))  # type: ignore[arg-type]
        return {offer.verb: offer.barred.code if offer.barred else "" for offer in offers}

    def open(self, seat: str) -> list[str]:
        """Return the verbs that are open to a seat."""
        return [verb for verb, code in self.barred(seat).items() if not code]

    def silent(self, *boats: str) -> bool:
        """Tell whether no seat of these boats has anything to say but a guess."""
        return not any(set(self.open(f"{boat}.{role}")) - {"guess"} for boat in boats for role in ROLES)
