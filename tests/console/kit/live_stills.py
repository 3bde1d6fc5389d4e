"""Stills of real time: moments whose panels are kept as golden frames, and hulls that are being traced."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.console.devices import Picture
from klaxon.console.drawing.screen import BOTTOM, Area, Place, Screen
from klaxon.console.games.sonar.surfaced.count_in import COUNTS, SECOND
from klaxon.console.games.sonar.surfaced.tracing import Tracing
from klaxon.console.play.drill import DrillHost
from klaxon.console.station.gestures import Timer
from klaxon.rules.contract import Ms, Order, Seat
from klaxon.rules.sonar.realtime.trace import faultless, read
from tests.console.kit.sonar_scenes import Room
from tests.console.kit.sonar_stills import large
from tests.rules.sonar.kit.boats import GAME
from tests.rules.sonar.kit.live import Live

ROUTE = "I8 I9 J9 J10 K10"
MIDDLE = 6100
"""A moment in which a pen that could set out is through."""


def live(**options: str) -> Live:
    """Return a game in real time, some courses old: red has something charged, all marks are made."""
    table = Live(large(), red="I8", blue="A1", **options)
    return table.charged("red", "torpedo", "drone", "silence", route=ROUTE).charged("blue", "sonar", route="A13 B13")


def room(*lines: str, table: Live | None = None, at: int = 0) -> Room:
    """Return the room after orders, some time later."""
    table = table or live()
    made = Room.of(table).give(*lines)
    if at:
        made.take(GAME.advance(made.state, Ms(at)))
    return made


def up(*lines: str, at: int = 0, **options: str) -> Room:
    """Return red surfaced."""
    return room("red.captain surface", *lines, table=live(**options), at=at)


TRACED = tuple(
    f"red.{role} trace {section} - initials={sign}"
    for section, role, sign in ((1, "engineer", "ENG"), (2, "captain", "CAP"), (3, "xo", "XOX"), (4, "radio", "RAD"))
)
SLIPPING = "red.engineer trace 1 100+120+140+160+"


def slipped(**options: str) -> Room:
    """Return red surfaced, with a slip of its engineer."""
    return up(at=MIDDLE, **options).give(SLIPPING)


def _inspected(*, slips: bool) -> Room:
    made = slipped() if slips else up()
    return made.give(*TRACED)


def _again() -> Room:
    return room("red.captain stop", "blue.captain stop", "red.captain resume")


def _missed(*keys: str) -> Room:
    """Return the radio of a boat that has been up, the pencil at work."""
    table = live()
    table.put("blue", calls="NNE~EES")
    made = Room.of(table).give("red.captain surface", *TRACED, "blue.engineer confirm", "red.engineer ready")
    made.give("red.captain dive", "blue.captain course east").turn("red.radio", 2)
    return _keyed(made, *keys)


def guessing(calls: str, *keys: str) -> Room:
    """Return the radio operator over a silence."""
    table = live(help="clash")
    table.put("blue", calls=calls)
    return _keyed(Room.of(table).turn("red.radio", -2), *keys)


def _keyed(made: Room, *keys: str) -> Room:
    for key in keys:
        if key.lstrip("-").isdigit():
            made.turn("red.radio", int(key))
        else:
            made.press("red.radio", key)
    return made


def decoy(length: str) -> Room:
    """Return a Wolfpack after a silence."""
    table = live(rules="wolfpack")
    return room(f"red.captain silence {length}", table=table)


def wreck_held() -> Room:
    """Return a boat with a scenario's gauge while the table is held."""
    table = Live("echo-2", red="D5", blue="J1")
    return room("blue.captain stop", table=table)


_MARKED = ("red.xo charge mine", "red.engineer break e1")
LIVE_STILLS: dict[str, tuple[str, Callable[[], Room]]] = {
    "sail": ("red.captain", room),
    "marks": ("red.captain", lambda: room("red.captain course east")),
    "mark-of-engineer": ("red.captain", lambda: room("red.captain course east", "red.xo charge mine")),
    "resting": ("red.captain", lambda: room("red.captain course east", *_MARKED, table=live(interval="9"), at=2500)),
    "xo-charges": ("red.xo", lambda: room("red.captain course east")),
    "xo-has-charged": ("red.xo", lambda: room("red.captain course east", "red.xo charge mine")),
    "stopped": ("red.captain", lambda: room("red.captain stop", at=5500)),
    "stopped-xo": ("red.xo", lambda: room("red.captain stop", at=5500)),
    "stopped-engineer": ("red.engineer", lambda: room("red.captain stop", at=5500)),
    "stopped-radio": ("red.radio", lambda: room("red.captain stop", at=5500)),
    "stopped-binding": ("red.captain", lambda: room("red.captain stop", table=live(rules="wolfpack"))),
    "stopped-long": ("red.captain", lambda: room("red.captain stop", table=live(stop_time="300"))),
    "held": ("blue.captain", lambda: room("red.captain stop", at=5500)),
    "held-xo": ("blue.xo", lambda: room("red.captain stop", at=5500)),
    "held-engineer": ("blue.engineer", lambda: room("red.captain stop", at=5500)),
    "held-radio": ("blue.radio", lambda: room("red.captain stop", at=5500)),
    "held-wreck": ("red.xo", wreck_held),
    "stop-noted": ("blue.captain", lambda: room("red.captain stop", "blue.captain stop")),
    "asked-again": ("blue.captain", _again),
    "asked-again-enemy": ("red.captain", _again),
    "answer": ("red.captain", lambda: room("blue.xo sonar", at=20_000)),
    "answer-waited": ("blue.captain", lambda: room("blue.xo sonar", at=20_000)),
    "answer-radio": ("red.radio", lambda: room("blue.xo sonar", at=20_000)),
    "penalty": ("red.engineer", lambda: room("red.captain torpedo J9", table=live().put("red", crossed="w1"))),
    "up-engineer": ("red.captain", up),
    "up-crew": ("red.captain", lambda: up(*TRACED[:2])),
    "up-looked-at": ("red.xo", lambda: up(*TRACED)),
    "up-mended": ("red.engineer", lambda: up(*TRACED, "blue.engineer confirm")),
    "up-dive": ("red.captain", lambda: up(*TRACED, "blue.engineer confirm", "red.engineer ready")),
    "up-held": ("red.xo", lambda: up("blue.captain stop")),
    "up-radio": ("red.radio", up),
    "inspect": ("blue.engineer", lambda: _inspected(slips=False)),
    "inspect-slips": ("blue.engineer", lambda: _inspected(slips=True).choose("blue.engineer", "reject")),
    "radio-missed": ("red.radio", _missed),
    "radio-pencil": ("red.radio", lambda: _missed("ok")),
    "radio-writes": ("red.radio", lambda: _missed("ok", "push", "1", "push", "1", "push")),
    "radio-guesses": ("red.radio", lambda: guessing("NNWW~SS", "ok", "push", "4")),
    "radio-broken": ("red.radio", lambda: guessing("NNWW~SS", "ok", "push")),
    "decoy-xo": ("red.xo", lambda: decoy("stay")),
    "decoy-engineer": ("red.engineer", lambda: decoy("stay")),
}
"""Name -> seat, and how the moment is made."""


class Clock:
    """Made-up time for one drill: what was asked for later is done when its time has come."""

    def __init__(self) -> None:
        self.now = 0.0
        self._waiting: list[tuple[float, _Timer]] = []

    def later(self, seconds: float, then: Callable[[], None]) -> Timer:
        timer = _Timer(then)
        self._waiting.append((self.now + seconds, timer))
        return timer

    def pass_to(self, moment: float) -> None:
        """Let time pass."""
        while due := [(at, timer) for at, timer in self._waiting if at <= moment and timer.then]:
            at, timer = min(due, key=lambda pair: pair[0])
            self._waiting.remove((at, timer))
            self.now = at
            if timer.then:
                timer.then()
        self.now = moment


class _Timer:
    def __init__(self, then: Callable[[], None]) -> None:
        self.then: Callable[[], None] | None = then

    def cancel(self) -> None:
        self.then = None


class Tracer:
    """A hand that traces a hull: a drill with made-up time around it, and every picture it drew."""

    def __init__(self, made: Room, seat: str = "red.engineer", width: int = 128) -> None:
        self.room, self.seat, self.width = made, seat, width
        self.clock, self.given, self.frames = Clock(), list[Order](), list[Picture]()
        time = lambda: self.clock.now  # noqa: E731 - a bench takes it as a function
        bench = DrillHost(Seat(seat), lambda: made.phrases, time, self.clock.later, self.given.append, self._draw, {})
        self.drill = Tracing(bench)
        self.see()

    def see(self, *, running: bool = True) -> None:
        """Let the drill see the view of its seat."""
        self.drill.see(self.room.scene(self.seat).view, running=running)

    def _draw(self) -> None:
        self.frames.append(self.panel())

    def panel(self) -> Picture:
        """Return what the panel shows."""
        line = Place(Area(0, 64 - BOTTOM, self.width, BOTTOM), self.drill.bottom())
        return Screen((*self.drill.places(self.width, 64), line)).picture(self.width, 64)

    def start(self) -> None:
        """Start the pen, and wait for the count."""
        self.drill.ok()
        self.clock.pass_to(self.clock.now + COUNTS * SECOND)

    def run(self, until: int, recording: str = "") -> Tracer:
        """Start the pen and steer it by a recording, up to so many milliseconds."""
        self.start()
        begun = self.clock.now
        for step in read(recording):
            if step.at <= until:
                self.clock.pass_to(begun + step.at / 1000)
                self.drill.turn(0, -step.way)
        self.clock.pass_to(begun + until / 1000)
        return self

    def steered(self, until: int) -> Tracer:
        """Run the pen with a steady hand."""
        return self.run(until, faultless(self.drill.section, self.drill.speed))


def _signing() -> Tracer:
    made = Tracer(up(at=MIDDLE)).steered(5000)
    made.drill.turn(0, 10)
    made.drill.push()
    made.drill.turn(0, 4)
    return made


def _running(section: int) -> Tracer:
    made = Tracer(up(*TRACED[:1]), "red.captain")
    made.drill.turn(0, -5)
    made.drill.turn(0, section - 1)
    return made.steered(2500)


def _practice(until: int) -> Tracer:
    made = Tracer(up())
    made.drill.turn(0, -1)
    return made.steered(until) if until else made


def _counting() -> Tracer:
    made = Tracer(up())
    made.drill.ok()
    made.clock.pass_to(made.clock.now + SECOND)
    return made


TRACES: dict[str, Callable[[], Tracer]] = {
    "choose": lambda: Tracer(up()),
    "choose-captain": lambda: Tracer(up(*TRACED[:1]), "red.captain"),
    "choose-again": lambda: Tracer(slipped()),
    "practice": lambda: _practice(0),
    "practice-run": lambda: _practice(2000),
    "practice-over": lambda: _practice(5000),
    "count": _counting,
    "run-bow": lambda: Tracer(up()).steered(2000),
    "run-tower": lambda: _running(2),
    "run-stern": lambda: _running(3),
    "run-keel": lambda: _running(4),
    "slip": lambda: Tracer(up()).run(3000),
    "slip-through": lambda: Tracer(up(at=MIDDLE)).run(3000),
    "sign": _signing,
    "wide-run": lambda: Tracer(up(), width=256).steered(2000),
}
"""Name -> a drill at some moment."""
