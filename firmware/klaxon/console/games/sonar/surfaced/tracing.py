"""The hull trace, done by hand: a pen runs along a section of the hull, and the dial keeps it between two lines.

What is drawn and what is judged comes from `rules/sonar/realtime/trace.py` alone. The steps of the dial are recorded
with their times; a slip is shown at once and has to be reported, a clean section is signed. Three, two, one is counted
before the pen runs, and once a game each station can try it without anything at stake. The time of the drill stops
with the table.
"""

from __future__ import annotations

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import BottomLine, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.games.sonar.scene import NO_HULL, HullView, SonarView
from klaxon.console.games.sonar.surfaced.count_in import CountIn
from klaxon.console.games.sonar.surfaced.hull import HIGH, WIDE, HullPicture, sections_of
from klaxon.console.games.sonar.surfaced.strip import Letters, Strip
from klaxon.console.play.drill import Drill, DrillHost
from klaxon.console.play.seat_client import Heard
from klaxon.console.station.gestures import Timer
from klaxon.console.station.page import HEAD
from klaxon.rules.contract import Order
from klaxon.rules.sonar.realtime import trace
from klaxon.rules.sonar.realtime.state import TRACING
from klaxon.rules.sonar.setting import ROLES

FRAME = 1 / 15
"""Seconds between two pictures of the pen: the bus has other work too."""
CHOOSE, RUN, SLIPPED, SIGN, TRIED = "choose", "run", "slipped", "sign", "tried"
"""Stages: a section is chosen, the pen runs, it has slipped, it is through and signed, a practice run is over."""
PRACTICE = "practice"
"""What the dial points at before the sections, until a practice run was made."""
GRACE = 0.6
"""Seconds after the end of a run in which a dial that still steers chooses no letter."""
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
INITIALS, HAS_TRIED = "initials", "has-tried"
"""What a station remembers: the initials of its person, and that a practice run was made there."""


class Tracing(Drill[SonarView]):
    """One seat's trace of one section."""

    verb = "trace"

    @classmethod
    def due(cls, view: SonarView) -> bool:
        """Return whether a seat has a section to trace: the engineer first, then everybody else (SON-82)."""
        repair, role = view.repair, view.role
        if repair is None or repair.phase != TRACING or view.is_over or role in repair.signed:
            return False
        return role == "engineer" or "engineer" in repair.signed

    def __init__(self, bench: DrillHost) -> None:
        """Begin with the choice of a section."""
        super().__init__(bench)
        self.phase = CHOOSE
        self.section = ""
        self.steps: tuple[trace.DialStep, ...] = ()
        self.slip: trace.Pen | None = None
        self.practising = False
        """Whether nothing is at stake."""
        self.count = CountIn(bench.later, bench.draw, self._run)
        self._place = 0
        """The index of the current letter."""
        self._sent = False
        self._elapsed = 0
        """Milliseconds that the pen had run when it last stopped."""
        self._since: float | None = None
        """When it started since then; None: it is stopped."""
        self._ended = 0.0
        """When the pen was through."""
        self._timer: Timer | None = None

    # What is known

    @property
    def role(self) -> str:
        """The role that traces."""
        return self.bench.seat.rpartition(".")[2]

    @property
    def hull(self) -> HullView:
        """The hull that is traced."""
        return self.view.repair or NO_HULL

    @property
    def speed(self) -> str:
        """How fast the pen runs."""
        return str(self.view.rules.trace_speed)

    @property
    def busy(self) -> bool:
        """Whether the pen is running, or about to."""
        return self._since is not None or bool(self.count.left)

    @property
    def at(self) -> int:
        """The milliseconds that the pen has run."""
        running = 0 if self._since is None else round((self.bench.time() - self._since) * 1000)
        return min(self._elapsed + running, trace.run_time(self.speed))

    @property
    def pen(self) -> trace.Pen:
        """Where the pen is; one that has slipped stays there."""
        return self.slip or trace.pen_at(self.section, self.speed, self.steps, self.at)

    @property
    def initials(self) -> str:
        """The initials of the person at this station."""
        return self.bench.memory.get(INITIALS, ALPHABET[0] * 3)

    def _open(self) -> list[str]:
        """Return the sections that nobody has traced."""
        signed = self.hull.signed
        return [section for section, role in zip(trace.SECTIONS, signed, strict=True) if not role]

    def _choices(self) -> list[str]:
        """Return what the dial chooses from: the sections, and before them a practice run."""
        return [*([] if HAS_TRIED in self.bench.memory else [PRACTICE]), *self._open()]

    def see(self, view: SonarView, *, running: bool) -> None:
        """Take a new view. The pen stops while the table is held; a section that others have signed is dropped."""
        super().see(view, running=running and not view.held)
        if not self.free:
            self._stand()
        if self.section not in self._open():
            self._begin()

    def on_event(self, heard: Heard) -> None:
        """Start over after a slip that the table has judged, and when the whole hull has to be traced again."""
        facts = heard.facts
        own = heard.type == "slipped" and facts["role"] == self.role
        if own or (heard.type == "slipped" and self.view.rules.trace_slip == "all") or heard.type == "rejected":
            self._begin()

    def on_refusal(self, code: str) -> None:
        """Keep the recording, unless it can never be accepted."""
        self._sent = False
        if code in ("already-traced", "bad-recording"):
            self._begin()

    def close(self) -> None:
        """Stop the drill."""
        self._stand()

    def _begin(self) -> None:
        """Choose a section: one that the others of the crew are not offered first."""
        self._stand()
        left = self._open()
        missing = [role for role in ROLES if role not in self.hull.signed]
        self.section = left[0 if self.role == "engineer" else missing.index(self.role) % len(left)]
        self.phase, self.steps, self.slip, self._place, self._sent, self._elapsed = CHOOSE, (), None, 0, False, 0
        self.practising = False

    # The pen

    def _set_out(self) -> None:
        """Count, then let the pen run."""
        self.phase = RUN
        self.count.begin()

    def _run(self) -> None:
        self._since = self.bench.time()
        self._timer = self.bench.later(FRAME, self._frame)

    def _stand(self) -> None:
        self.count.stop()
        self._elapsed, self._since = (self.at if self._since is not None else self._elapsed), None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _frame(self) -> None:
        """Draw the pen a little further on."""
        self._timer = self.bench.later(FRAME, self._frame)
        self._judge()
        self.bench.draw()

    def _judge(self) -> None:
        """Check whether the pen has slipped, or is through."""
        at = self.at
        self.slip = trace.slip(self.section, self.speed, self.steps, at)
        if self.slip is not None or at >= trace.run_time(self.speed):
            self._stand()
            self.phase, self._ended = SIGN if self.slip is None else SLIPPED, self.bench.time()
            if self.practising:
                self.phase = TRIED
                self.bench.memory[HAS_TRIED] = "yes"

    def _steer(self, steps: int) -> None:
        """Record steps of the dial: clockwise is down. Several at once are spread out, as a hand would make them."""
        for _ in range(abs(steps)):
            last = self.steps[-1].at + trace.LEAST_APART if self.steps else 0
            at = max(self.at, last)
            if len(self.steps) < trace.MOST_STEPS and at <= trace.run_time(self.speed):
                self.steps = (*self.steps, trace.DialStep(at, -1 if steps > 0 else 1))
        self._judge()

    # What the hand does

    def turn(self, dial: int, steps: int) -> None:
        """Choose a section, steer the pen, or choose a letter."""
        if self.phase == CHOOSE:
            choices = self._choices()
            place = choices.index(PRACTICE if self.practising else self.section)
            chosen = choices[max(0, min(len(choices) - 1, place + steps))]
            self.practising = chosen == PRACTICE
            self.section = self._open()[0] if self.practising else chosen
        elif self.phase == RUN and self._since is not None:
            self._steer(steps)
        elif self.phase == SIGN and self.bench.time() - self._ended >= GRACE:
            letter = ALPHABET[(ALPHABET.index(self.initials[self._place]) + steps) % len(ALPHABET)]
            signed = self.initials[: self._place] + letter + self.initials[self._place + 1 :]
            self.bench.memory[INITIALS] = signed

    def push(self) -> None:
        """Go to the next letter; else do what OK does."""
        if self.phase == SIGN:
            self._place = (self._place + 1) % len(self.initials)
        elif self.phase in (CHOOSE, TRIED):
            self.ok()

    def back(self) -> bool:
        """Stop the count, or go one letter back; True if the next seat may be shown. A running pen is not left."""
        if self.count.left:
            self.count.stop()
            self.phase = RUN if self._elapsed else CHOOSE
            return False
        if self.phase == SIGN and self._place:
            self._place -= 1
            return False
        return not self.busy

    def ok(self) -> None:
        """Start the pen, hand in the result, or end the practice run."""
        if self.phase in (CHOOSE, RUN) and not self.busy:
            self._set_out()
        elif self.phase == TRIED:
            self._begin()
        elif self.phase in (SLIPPED, SIGN) and not self._sent and not self.view.pen:
            recording = trace.write(self.steps)
            signed = (("initials", self.initials),) if self.phase == SIGN else ()
            self._sent = True
            self.bench.give(Order(self.bench.seat, "trace", (self.section, recording, *signed)))

    # What is shown

    def coach(self) -> str:
        """Return the next step, except while the pen runs: nobody can read it then, and the strip needs its rows."""
        return self.bench.phrases.say(f"coach.sonar.trace.{self.phase}") if self.phase in (CHOOSE, SIGN) else ""

    def bottom(self) -> BottomLine:
        """Return what OK does."""
        say = self.bench.phrases.say
        if self._sent:
            return BottomLine(say("trace.sonar.sent"), "sent")
        if self.phase == CHOOSE:
            start = say("trace.sonar.start", section=self.section)
            return BottomLine(say("trace.sonar.practice.start") if self.practising else start, "ready")
        if self.count.left:
            return BottomLine(say("trace.sonar.count", left=self.count.left), "idle")
        if self.phase == TRIED:
            return BottomLine(say("trace.sonar.practice.end"), "ready")
        if self.phase == RUN:
            return BottomLine(say("trace.sonar.steer"), "idle") if self.busy else BottomLine(say("trace.sonar.go-on"))
        if self.view.pen:
            return BottomLine(say("trace.sonar.wait"), "waiting")
        return BottomLine(say("trace.sonar.slipped" if self.phase == SLIPPED else "trace.sonar.sign"), "ready")

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the sections to choose from, the running pen, or the signature."""
        say = self.bench.phrases.say
        room = Area(0, HEAD, width, height - BOTTOM - HEAD)
        if self.phase == CHOOSE:
            return self._choice(room)
        title = Title(*self._title())
        if self.phase == SIGN:
            hint = Area(0, room.y + room.height - LABEL.height, width, LABEL.height)
            letters = Letters(self.initials, self._place, say("trace.sonar.signed", initials=self.initials))
            return (
                Place(room._replace(y=0, height=HEAD), title),
                Place(room._replace(height=room.height - LABEL.height), letters),
                Place(hint, Text((say("trace.sonar.letters"),), LABEL, "centre")),
            )
        spoken = {name: say(f"trace.sonar.{name}") for name in ("up", "down", "straight", "slip")}
        strip = Strip(self.section, self.speed, self.steps, self.pen, self.slip is not None, spoken)
        return Place(room._replace(y=0, height=HEAD), title), Place(room, strip)

    def _title(self) -> tuple[str, str]:
        """Return what is traced, and how it stands."""
        say = self.bench.phrases.say
        if self.phase == TRIED:
            return say("trace.sonar.practice"), say(f"trace.sonar.title.{SLIPPED if self.slip else 'clean'}")
        stage = "trace.sonar.practice" if self.practising else f"trace.sonar.title.{self.phase}"
        return say(f"hull.sonar.{self.section}"), say(stage)

    def _choice(self, room: Area) -> tuple[Place, ...]:
        say, repair = self.bench.phrases.say, self.hull
        wide = min(room.width, WIDE)
        hull = HullPicture(sections_of(self.bench.phrases, repair), self.section)
        slips = sum(repair.slips)
        hint = say("trace.sonar.again", count=slips) if slips else say(f"trace.sonar.hint.{self.speed}")
        if not slips and not self.practising and PRACTICE in self._choices():
            hint = say("trace.sonar.practice.offer")
        chosen = say("trace.sonar.practice" if self.practising else f"hull.sonar.{self.section}")
        foot = Place(Area(0, room.y + HIGH, room.width, LABEL.height), Text((hint,), LABEL))
        return (
            Place(room._replace(y=0, height=HEAD), Title(say("trace.sonar.choose"), chosen)),
            Place(Area((room.width - wide) // 2, room.y, wide, HIGH), hull),
            *([foot] if room.height >= HIGH + LABEL.height else []),
        )
