"""The truth of a game of Captain Sonar in real time, worked out by hand: the second referee with STOP, repair and time.

What is owed has no end here: histories are played with `patience=0`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from klaxon.rules.contract import Order
from tests.rules.laws.kit.truth import BOXES, Facts, Hull, Truth, named

CHOICES = ("torpedo", "mine", "detonate", "silence", "drone", "sonar", "repair")
RUN = {"slow": 6000, "steady": 4000, "fast": 3000}
ROLES = ("captain", "xo", "engineer", "radio")


@dataclass
class LiveHull(Hull):
    """One boat in real time."""

    charges: int = 0
    sections: tuple[str, ...] = ()
    rest: int = 0
    phase: str = ""
    """How far the repair is: trace, traced, mended, reported; '' while dived."""
    signed: tuple[tuple[str, str], ...] = ()
    slips: int = 0
    pens: Mapping[str, int] = field(default_factory=dict)


class LiveTruth(Truth):
    """Both boats at once."""

    hulls: tuple[LiveHull, LiveHull]

    def __init__(self, options: Mapping[str, str], rows: list[str]) -> None:
        super().__init__(options, rows)
        wrecked = self.hulls[0].wrecked
        self.hulls = (LiveHull(wrecked=wrecked), LiveHull(wrecked=wrecked))
        self.now = 0
        self.ends = 0
        self.begun = False
        self.holder = -1
        self.again = False
        self.due = 0
        self.queued = ""

    @property
    def _binding(self) -> bool:
        return self.options["binding"] == "yes"

    def stage(self, me: int) -> str:
        hull = self.hulls[me]
        if not self.begun:
            return "start"
        if self.choosing >= 0:
            return "volcano" if self.choosing == me else "frozen"
        if self.asked >= 0:
            return "asked" if self.asked == me else "frozen"
        if self.holder >= 0:
            return "frozen" if self.holder != me else "again" if self.again else "stopped"
        if hull.owes_penalty:
            return "penalty"
        return hull.phase or self.below(hull)

    def below(self, hull: LiveHull) -> str:
        """Return what a dived boat is about to do."""
        if hull.owes_charge or hull.owes_break:
            return "marks"
        return "sail" if self.has_way(hull) else "blackout"

    def do(self, order: Order | int) -> Facts | None:
        if isinstance(order, int):
            return self._pass(order)
        if self.winner:
            return None
        boat, role = order.seat.split(".")
        me, verb = ("red", "blue").index(boat), order.verb
        act: Callable[..., Facts | None] = getattr(self, f"_{'report' if verb == 'ready' else verb}")
        running = self.holder < 0
        by_role = (role,) if verb in ("stop", "trace") else ()
        facts = act(me, self.hulls[me], *by_role, *order.args)
        if facts is None:
            return None
        if verb in CHOICES:
            if verb != "detonate" or self.options["detonate_is_activation"] == "yes":
                self.hulls[me].untouched = False
            return ((("stopped", me),) if running else ()) + facts + self._settled(me)
        return facts + self._release() if verb in ("answer", "volcano") and not self.winner else facts

    def _settled(self, me: int) -> Facts:
        """Let the table go on after a choice, unless that ended the game or waits for an answer."""
        waits = self.asked >= 0 or self.choosing >= 0
        if self.winner or (not waits and self.holder < 0):
            return ()
        if not waits:
            return self._release()
        self.holder, self.due = me, 0
        return ()

    # -- time ------------------------------------------------------------------------------------------------

    def _pass(self, until: int) -> Facts:
        facts: Facts = ()
        while not self.winner:
            moments = [moment for moment in (self.ends, self.due if self.holder >= 0 else 0) if 0 < moment <= until]
            if not moments:
                break
            self.now = min(moments)
            if self.now == self.ends:
                red, blue = self.hulls[0].damage, self.hulls[1].damage
                self.winner = "draw" if red == blue else "red" if red < blue else "blue"
                return (*facts, ("over", self.now, self.winner))
            if self._binding and not self.again:
                self.hulls[self.holder].spent = True
            facts += (("lapsed", self.now), *self._release())
        self.now = until
        for hull in self.hulls:
            hull.rest = hull.rest if hull.rest > until else 0
        return facts

    # -- STOP ------------------------------------------------------------------------------------------------

    def _hold(self, me: int, *, again: bool) -> None:
        self.holder, self.again, self.queued = me, again, ""
        self.due = self.now + 1000 * int(self.options["stop_time"])

    def _release(self) -> Facts:
        held, queued = self.holder, self.queued
        self.holder, self.again, self.due, self.queued = -1, False, 0, ""
        if not queued or self.below(self.hulls[1 - held]) == "blackout":
            return (("released", held),)
        self._hold(1 - held, again=True)
        return (("asked again", 1 - held),)

    def _stop(self, me: int, hull: LiveHull, role: str) -> Facts | None:
        xo_commands = self.options["xo_commands"] == "yes"
        roles = ("xo",) if xo_commands else ("captain",) if self._binding else ("captain", "xo")
        stage = self.stage(me)
        if role not in roles or (self._binding and hull.spent and stage != "again"):
            return None
        if self._binding and not self.has_use(me):
            return None
        if stage in ("sail", "marks", "again"):
            self._hold(me, again=False)
            return (("stopped", me),)
        waits = stage in ("asked", "frozen") and self.holder == 1 - me and not self.queued
        if not waits or hull.phase or hull.owes_penalty or self.below(hull) == "blackout":
            return None
        self.queued = role
        return ()

    def has_use(self, me: int) -> bool:
        """Tell whether a boat would have something to use if it held the table (SON-111)."""
        held = self.copy()
        held.asked = held.choosing = -1
        held._hold(me, again=False)
        hull = held.hulls[me]
        aims = {"torpedo": held.targets(hull), "mine": held.sites(hull)}
        if any(held._ready(me, hull, system) and aims.get(system, True) for system in BOXES):
            return True
        mines = [held.copy()._detonate(me, hull.copy(), named(mine)) for mine in hull.mines]
        repairs = [held.copy()._repair(me, hull.copy(), system) for system in hull.wrecked]
        return any(facts is not None for facts in (*mines, *repairs))

    def _resume(self, me: int, _hull: LiveHull) -> Facts | None:
        stage = self.stage(me)
        return self._release() if stage == "again" or (stage == "stopped" and not self._binding) else None

    # -- courses and marks -----------------------------------------------------------------------------------

    def _dive(self, me: int, hull: Hull) -> Facts | None:
        assert isinstance(hull, LiveHull)
        if self.stage(me) == "reported":
            hull.phase, hull.signed, hull.slips, hull.pens = "", (), 0, {}
            return (("dived", me),)
        if self.stage(me) != "start" or hull.dived or not hull.track:
            return None
        hull.dived = True
        self.begun = self.hulls[1 - me].dived
        if self.begun:
            self.ends = self.now + 60_000 * int(self.options["limit"]) if self.options["limit"] != "0" else 0
            for each in self.hulls:
                each.spent = self._binding
        return (("dived", me),)

    def _course(self, me: int, hull: Hull, direction: str) -> Facts | None:
        assert isinstance(hull, LiveHull)
        facts = None if hull.rest else super()._course(me, hull, direction)
        if facts is not None and self.options["interval"] != "0":
            hull.rest = self.now + 1000 * int(self.options["interval"])
        return facts

    def _undo(self, me: int, hull: Hull) -> Facts | None:
        assert isinstance(hull, LiveHull)
        facts = None if self._binding else super()._undo(me, hull)
        hull.rest = hull.rest if facts is None else 0
        return facts

    def _charge(self, me: int, hull: Hull, system: str) -> Facts | None:
        assert isinstance(hull, LiveHull)
        facts = super()._charge(me, hull, system)
        if facts is not None and hull.charges:
            hull.charges -= 1
            hull.owes_charge = bool(self.chargeable(hull))
        return facts

    def _break(self, me: int, hull: Hull, symbol: str) -> Facts | None:
        assert isinstance(hull, LiveHull)
        facts = super()._break(me, hull, symbol)
        if facts is not None and not hull.owes_break and hull.sections:
            hull.owes_break, *rest = hull.sections
            hull.sections = tuple(rest)
        return facts

    def _guess(self, me: int, hull: Hull, name: str) -> Facts | None:
        assert isinstance(hull, LiveHull)
        return None if hull.phase else super()._guess(me, hull, name)

    def _end(self, _me: int, _hull: Hull) -> Facts | None:
        return None

    # -- systems ---------------------------------------------------------------------------------------------

    def may_act(self, me: int) -> bool:
        return self.stage(me) in ("sail", "marks", "stopped")

    def _ready(self, me: int, hull: Hull, system: str) -> bool:
        alone = self.options["xo_commands"] == "yes" or self.options["shy_xo"] != "off"
        if system in ("drone", "sonar") and self._binding and not alone and self.stage(me) != "stopped":
            return False
        return super()._ready(me, hull, system)

    def _mine(self, me: int, hull: Hull, name: str) -> Facts | None:
        facts = super()._mine(me, hull, name)
        hull.fresh = frozenset()
        return facts

    def _silence(self, me: int, hull: Hull, direction: str, length: str = "0") -> Facts | None:
        assert isinstance(hull, LiveHull)
        owed = hull.copy()
        facts = super()._silence(me, hull, direction, length)
        if facts != (("silence", me),):
            return facts
        still = direction == "stay" or length == "0"
        charge, section = not still or self.options["silence_zero"] == "xo", "" if still else direction
        hull.owes_charge = owed.owes_charge or charge
        hull.charges += owed.owes_charge and charge
        hull.owes_break = owed.owes_break or section
        hull.sections += (section,) if owed.owes_break and section else ()
        return facts

    def _detonate(self, me: int, hull: Hull, name: str) -> Facts | None:
        at = self.point(name)
        activation = self.options["detonate_is_activation"] == "yes"
        broken = self.options["detonate_needs_weapons"] == "yes" and not hull.works("mine")
        locked = self.stage(me) == "blackout" and self.mined_in(hull)
        if not (self.may_act(me) or self.stage(me) == "blackout") or (activation and hull.spent and not locked):
            return None
        if at is None or at not in hull.mines or (broken and self._refuses_broken):
            return None
        hull.spent = hull.spent or activation
        if broken:
            hull.owes_penalty = self.options["broken_order"] == "radiation"
            return (("failed", me),)
        hull.mines -= {at}
        facts = (("detonated", me, at), *self._blast(me, at), *self._sunk())
        return facts + (self._chain(me, {at}, "full") if self.options["mine_chain"] == "full" else ())

    # -- surfacing -------------------------------------------------------------------------------------------

    def _surface(self, me: int, hull: Hull) -> Facts | None:
        assert isinstance(hull, LiveHull)
        stop, stage = self.options["surface_is_stop"] == "yes", self.stage(me)
        if stage not in ("sail", "blackout") or (stage == "sail" and stop and hull.spent):
            return None
        hull.track, hull.spent = (hull.at,), hull.spent or stop
        self._begin_trace(hull)
        return (("surfaced", me, self.sector(hull.at)), *self._iced(me, hull))

    def _begin_trace(self, hull: LiveHull) -> None:
        hull.phase, hull.signed, hull.slips = "trace", (), 0
        hull.pens = {"engineer": self.now + RUN[self.options["trace_speed"]]}

    def _trace(
        self, me: int, hull: LiveHull, role: str, section: str, recording: str = "-", _signature: object = None
    ) -> Facts | None:
        """Trace a section: `-` is taken for clean, an empty recording for the slip of an idle hand."""
        through = self.now + RUN[self.options["trace_speed"]]
        done, roles = [each for each, _ in hull.signed], [each for _, each in hull.signed]
        if self.stage(me) != "trace" or role in roles or section in done or ("engineer" not in [*roles, role]):
            return None
        if recording != "-":
            if hull.pens.get(role, 0) > self.now:
                return None
            if self.options["trace_slip"] == "all":
                self._begin_trace(hull)
            else:
                hull.slips, hull.pens = hull.slips + 1, {**hull.pens, role: through}
            return ()
        hull.signed += ((section, role),)
        if role == "engineer":
            hull.pens = {each: through for each in ROLES if each != "engineer"}
        if len(hull.signed) == len(ROLES):
            hull.phase = "traced"
            return (("hull", me, hull.slips),)
        return ()

    def _confirm(self, me: int, _hull: LiveHull) -> Facts | None:
        other = self.hulls[1 - me]
        if other.phase != "traced":
            return None
        other.phase, other.crossed = "mended", frozenset()
        return (("confirmed", 1 - me),)

    def _reject(self, me: int, _hull: LiveHull) -> Facts | None:
        other = self.hulls[1 - me]
        if other.phase != "traced" or not other.slips:
            return None
        self._begin_trace(other)
        return (("rejected", 1 - me),)

    def _report(self, me: int, hull: LiveHull) -> Facts | None:
        if self.stage(me) != "mended":
            return None
        hull.phase = "reported"
        return ()
