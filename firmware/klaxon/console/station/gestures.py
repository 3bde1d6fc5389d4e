"""Gestures: turns key presses and releases into what a person meant. The one grammar of controls, for every screen.

OK and BACK act when they come up, so that both together can mean the station menu, and both held on service mode; a
station without BACK has its dial for that, pushed down. The dial held down is BACK when it comes up, and held on it
explains what it points at until it comes up: the one hold that no order, menu or step uses, on every fitting (OK held
gives grave orders, BACK held goes home, and a station without BACK has no other key). A grave order acts while OK is
still down, after it was held. A course key acts after a moment in which a second one would cancel both.

When a station shows something that nobody there asked for, its keys are dead for a moment (`Station.settle`): what went
down before or meanwhile means nothing, also when it comes up later. STOP alone always means the same, and always works.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from klaxon.console.devices import COURSE_KEYS, KEYS

HOLD = 0.7
"""Seconds that make a press a hold."""
HOLD_STEPS = 10
"""Steps in which the hold bar fills."""
CHORD = 0.08
"""Seconds within which two course keys cancel each other."""
PALM = "palm"
"""Several course keys at once: it replaces them among the timers."""
EXPLAIN = 1.6
"""Seconds that the dial is held down for the rule of the choice under the cursor."""
SERVICE = 3.0
"""Seconds that the menu keys are held for service mode."""
BOTH, BAR = "both", "bar"
"""Names of timers: both menu keys share one; the hold bar has one besides that of OK."""


class Timer(Protocol):
    """A scheduled call that may be cancelled."""

    def cancel(self) -> None:
        """Cancel it."""


Later = Callable[[float, Callable[[], None]], Timer]
"""(seconds, callback): the loop's `call_later`."""


class Gestures(Protocol):
    """What a person can mean at a station."""

    @property
    def settling(self) -> bool:
        """Whether the page is so new that the key was probably meant for the previous one."""

    def aim(self, words: tuple[str, ...]) -> None:
        """Somebody pointed at a place on the chart."""

    def turn(self, dial: int, steps: int) -> None:
        """A dial was turned."""

    def push(self) -> None:
        """Take the choice under the cursor."""

    def back(self) -> None:
        """Go one step back."""

    def home(self) -> None:
        """Go back to the start."""

    def set_poised(self, *, on: bool) -> None:
        """Called while the dial is held down: released now it means BACK, held longer something else."""

    def explain(self, *, on: bool) -> None:
        """Show the rule of the choice under the cursor, until the dial is released."""

    def needs_hold(self) -> bool:
        """Return whether OK has to be held for the current order; during a hold, whether it is still the same one."""

    def ok(self) -> None:
        """Give the order on the bottom line."""

    def on_short_press(self) -> None:
        """Called when OK was released too early for an order that needs hold."""

    def holding(self, permille: int) -> None:
        """Called while OK is held for an order that needs it; 0: it was released."""

    def menu(self) -> None:
        """Open the station menu."""

    def service(self) -> None:
        """Enter service mode: the menu keys are still down, and the menu is open."""

    def course(self, direction: str) -> None:
        """A course key."""

    def stop(self) -> None:
        """The STOP key."""


class GestureReader:
    """The keys of one station."""

    def __init__(self, gestures: Gestures, later: Later, fitted: Iterable[str] = KEYS) -> None:
        """Begin with no key down."""
        self._gestures, self._later = gestures, later
        self._out = "back" if "back" in fitted else "push"
        """The key that opens the menu with OK."""
        self._down: set[str] = set()
        self._spent: set[str] = set()
        """Keys that have done their work while down: their release means nothing more."""
        self._timers: dict[str, Timer] = {}
        self._poised = self._explained = False
        """Whether the dial is held down and will be BACK; whether it was held longer and a rule is shown."""

    def on_press(self, key: str) -> None:
        """A key went down."""
        if key in self._down:
            return
        self._down.add(key)
        if self._gestures.settling and key != "stop":
            self._spent.add(key)
        elif key in COURSE_KEYS:
            self._press_course(key)
        elif key == "stop":
            self._gestures.stop()
        elif key in ("ok", self._out) and {"ok", self._out} <= self._down:
            self._chord()
        elif key == "ok":
            if self._gestures.needs_hold():
                self._after("ok", HOLD, self._give)
                self._fill(1)
        else:
            self._after(key, HOLD, self._on_hold)

    def on_release(self, key: str) -> None:
        """A key came up."""
        if key not in self._down:
            return
        self._down.discard(key)
        if key in COURSE_KEYS:
            self._spent.discard(key)
            return  # its timer decides: a short tap is a course too
        if key in ("ok", self._out) and (both := self._timers.pop(BOTH, None)):
            both.cancel()
        timer = self._stop(key)
        if key in self._spent:
            self._spent.discard(key)
        elif key == "ok" and timer is not None:
            self._gestures.holding(0)
            self._gestures.on_short_press()
        elif key == "ok" and self._gestures.needs_hold():
            self._gestures.on_short_press()  # it became grave under the finger: it has to be held from the start
        elif key == "ok":
            self._gestures.ok()
        elif key == "back":
            self._gestures.back()
        elif key == "push":
            self._let_dial_go()

    def on_turn(self, dial: int, steps: int) -> None:
        """A dial was turned: cancel a hold of OK, since its order has changed."""
        self._call_off()
        if not self._gestures.settling:
            self._gestures.turn(dial, steps)

    def on_aim(self, words: tuple[str, ...]) -> None:
        """Somebody pointed at a place on the chart: as a turned dial."""
        self._call_off()
        if not self._gestures.settling:
            self._gestures.aim(words)

    def rest(self) -> None:
        """Forget all pressed keys: each has to be released before it means something again."""
        self._call_off()
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        if self._poised:
            self._gestures.set_poised(on=False)
        if self._explained:
            self._gestures.explain(on=False)
        self._poised = self._explained = False
        self._spent |= self._down

    def _after(self, key: str, seconds: float, then: Callable[[str], None]) -> None:
        self._timers[key] = self._later(seconds, lambda: then(key))

    def _on_hold(self, key: str) -> None:
        """Handle a hold: BACK is home; the dial is BACK, for stations without that key, or held on a question."""
        del self._timers[key]
        if key == "back":
            self._spent.add(key)
            self._gestures.home()
        else:
            self._poised = True
            self._after(key, EXPLAIN - HOLD, self._explain)
            self._gestures.set_poised(on=True)

    def _explain(self, key: str) -> None:
        del self._timers[key]
        self._poised, self._explained = False, True
        self._gestures.set_poised(on=False)
        self._gestures.explain(on=True)

    def _let_dial_go(self) -> None:
        """Handle the release of the dial: nothing more, BACK, or a push."""
        poised, explained = self._poised, self._explained
        self._poised = self._explained = False
        if explained:
            self._gestures.explain(on=False)
        elif poised:
            self._gestures.set_poised(on=False)
            self._gestures.back()
        else:
            self._gestures.push()

    def _fill(self, step: int) -> None:
        """Fill the hold bar, a step at a time. Drawing takes time, which must not make the hold longer."""
        if not self._gestures.needs_hold():
            self._call_off()
            return
        if step < HOLD_STEPS:
            self._timers[BAR] = self._later(HOLD / HOLD_STEPS, lambda: self._fill(step + 1))
        self._gestures.holding(1000 * step // HOLD_STEPS)

    def _give(self, ok: str) -> None:
        """Give the held order, unless it has changed meanwhile."""
        if not self._gestures.needs_hold():
            self._call_off()
            return
        self._stop(ok)
        self._spent.add(ok)
        self._gestures.ok()

    def _call_off(self) -> None:
        """Cancel a hold; OK has to be released before it means something again."""
        if self._stop("ok"):
            self._spent.add("ok")
            self._gestures.holding(0)

    def _stop(self, key: str) -> Timer | None:
        """Cancel the timer of a key, and with that of OK the one of the bar; return it if there was one."""
        if key == "ok" and (bar := self._timers.pop(BAR, None)):
            bar.cancel()
        if timer := self._timers.pop(key, None):
            timer.cancel()
        return timer

    def _chord(self) -> None:
        self._call_off()
        self._stop(self._out)
        if self._out == "push" and (self._poised or self._explained):
            self._gestures.set_poised(on=False)
            self._gestures.explain(on=False)
            self._poised = self._explained = False
        self._spent |= {"ok", self._out}
        self._after(BOTH, SERVICE, self._serve)
        self._gestures.menu()

    def _serve(self, both: str) -> None:
        del self._timers[both]
        self._gestures.service()

    def _press_course(self, key: str) -> None:
        """Steer in a moment, unless another course key comes before: then all are cancelled until that is over."""
        waiting = [other for other in (*COURSE_KEYS, PALM) if other in self._timers]
        for other in waiting:
            self._timers.pop(other).cancel()
        self._after(PALM if waiting else key, CHORD, self._steer)

    def _steer(self, key: str) -> None:
        del self._timers[key]
        if key != PALM:
            self._gestures.course(key)
