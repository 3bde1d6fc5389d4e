"""Back-ends brought to their laws: the virtual console as it is, and with faults planted in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from klaxon.console.devices import Bell, Call, Devices, Fitting, Hands, Picture, Sentence
from klaxon.console.devices.virtual_console import Watcher
from klaxon.hal import laws
from klaxon.hal.laws import Law
from klaxon.hal.null import NullBell, null_devices
from klaxon.hal.panel_runs import Run, lay, runs, wire_bytes
from klaxon.hal.virtual import VirtualConsole

CAPTAIN = ("push", "ok", "back", "north", "east", "south", "west", "stop")
FITTINGS = (
    Fitting("red-1", "red", keys=CAPTAIN),
    Fitting("red-4", "red", dials=2),
    Fitting("blue-1", "blue", width=256, keys=CAPTAIN),
    Fitting("blue-2", "blue", width=64, height=32),
)
LAMPS = ("red", "blue")


def console(made: type[VirtualConsole] = VirtualConsole) -> VirtualConsole:
    return made(FITTINGS, LAMPS)


class Page:
    """A watcher as a page is one: it draws the runs it is sent, counts their bytes, and keeps what it was told."""

    def __init__(self) -> None:
        self.bits: dict[str, bytes] = {}
        self.bytes_sent = 0
        self.told: list[tuple[object, ...]] = []
        self.rung: dict[tuple[str, ...], list[str]] = {}
        self.volumes: dict[tuple[str, ...], int] = {}

    def panel(self, station: str, picture: Picture) -> None:
        changes: list[Run] = runs(self.bits.get(station), picture.bits, picture.width)
        self.bits[station] = lay(self.bits.get(station), changes, picture.width, picture.height)
        self.bytes_sent += wire_bytes(changes)
        self.told.append(("panel", station, picture.words))

    def light(self, station: str, level: int) -> None:
        self.told.append(("light", station, level))

    def bell(self, boat: str, call: Call | None) -> None:
        self.told.append(("bell", boat, call.name if call else ""))
        self.rung.setdefault((boat,), []).append(call.name if call else "")
        self.volumes[boat,] = call.volume if call else 0

    def speech(self, sentence: Sentence | None) -> None:
        self.told.append(("speech", sentence("en") if sentence else ""))

    def lamp(self, lamp: str, *, lit: bool) -> None:
        self.told.append(("lamp", lamp, lit))


class Torn(Page):
    """A page whose connection has gone without a word."""

    def panel(self, station: str, picture: Picture) -> None:
        raise ConnectionResetError

    def light(self, station: str, level: int) -> None:
        raise ConnectionResetError

    def bell(self, boat: str, call: Call | None) -> None:
        raise ConnectionResetError

    def speech(self, sentence: Sentence | None) -> None:
        raise ConnectionResetError

    def lamp(self, lamp: str, *, lit: bool) -> None:
        raise ConnectionResetError


class VirtualStand:
    """A virtual console and a page that watches it."""

    lamps: Sequence[str] = LAMPS

    def __init__(self, made: type[VirtualConsole] = VirtualConsole, fittings: Sequence[Fitting] = FITTINGS) -> None:
        self.fittings = fittings
        self.console = made(fittings, LAMPS)
        self.devices = self.console.devices()
        self.page = Page()
        self.console.watch(self.page)
        self.press, self.release, self.turn = self.console.press, self.console.release, self.console.turn

    def pixels(self, station: str) -> bytes:
        return self.page.bits[station]

    def level(self, station: str) -> int:
        return self.console.level(station)

    def is_lit(self, lamp: str) -> bool:
        return self.console.lamps[lamp]

    def bell_calls(self, boats: tuple[str, ...]) -> Sequence[str]:
        return self.page.rung.get(boats, [])

    def loudness(self, boats: tuple[str, ...]) -> float:
        return self.page.volumes.get(boats, 0)

    def traffic(self) -> int:
        return self.page.bytes_sent

    def break_down(self) -> None:
        self.console.watch(Torn())

    def settle(self) -> None:
        pass


class NullStand(VirtualStand):
    """Stations of which nothing is fitted, and a bell that is not."""

    def __init__(self) -> None:
        super().__init__()
        nothing = null_devices()
        self.devices = Devices(nothing.keys, nothing.dials, nothing.panels, {("red",): NullBell()}, nothing.lamps)

    def break_down(self) -> None:
        pass


# Planted faults


class TellsKeysLate(VirtualConsole):
    """Tells a key only when it comes up: the order of two fingers is lost."""

    def press(self, station: str, key: str) -> None:
        self.hands.keys.down[station, key] = None

    def release(self, station: str, key: str) -> None:
        del self.hands.keys.down[station, key]
        for hands in self.hands.keys.hands:
            hands.on_press(station, key)
            hands.on_release(station, key)


class ForgetsHeldKeys(VirtualConsole):
    """Does not tell new hands of keys that are down."""

    def devices(self) -> Devices:
        self.hands.keys.attach = self.hands.keys.hands.append  # type: ignore[assignment, method-assign]
        return super().devices()


class LosesTheSign(VirtualConsole):
    def turn(self, station: str, dial: int, steps: int) -> None:
        super().turn(station, dial, abs(steps))


class LosesSteps(VirtualConsole):
    """Counts a quick turn as one step."""

    def turn(self, station: str, dial: int, steps: int) -> None:
        super().turn(station, dial, 1 if steps > 0 else -1)


class Jitters(VirtualConsole):
    """Steps back before it goes on: the sum is right, the way is not."""

    def turn(self, station: str, dial: int, steps: int) -> None:
        back = -1 if steps > 0 else 1
        super().turn(station, dial, back)
        super().turn(station, dial, steps - back)


class HasOneDial(VirtualConsole):
    """Takes the second dial for the first."""

    def turn(self, station: str, dial: int, steps: int) -> None:
        super().turn(station, 0, steps)


class TellsTheLastHands(VirtualConsole):
    def devices(self) -> Devices:
        attach = self.hands.dials.attach

        def only(hands: Hands) -> None:
            self.hands.dials.hands.clear()
            attach(hands)

        self.hands.dials.attach = only  # type: ignore[method-assign]
        return super().devices()


class ShowsOnAll(VirtualConsole):
    """All panels hang on one address."""

    def show(self, station: str, picture: Picture) -> None:
        super().show(station, picture)
        for fitting in self.fittings:
            if (fitting.width, fitting.height) == picture[:2]:
                super().show(fitting.name, picture)


class SendsAlways(VirtualConsole):
    """Sends a whole picture every time."""

    def show(self, station: str, picture: Picture) -> None:
        super().show(station, picture)
        for page in self._watchers:
            if isinstance(page, Page):
                page.bytes_sent += wire_bytes(runs(None, picture.bits, picture.width))


class SendsOnce(VirtualConsole):
    """Never sends a second picture."""

    def show(self, station: str, picture: Picture) -> None:
        if station not in self._pictures:
            super().show(station, picture)


class CutsPictures(VirtualConsole):
    """Makes a picture fit by force."""

    def show(self, station: str, picture: Picture) -> None:
        fitting = self.fitting(station)
        size = fitting.width * fitting.height // 8
        super().show(station, Picture(fitting.width, fitting.height, picture.bits.ljust(size)[:size]))


class LooksUpBlindly(VirtualConsole):
    """Answers an unknown station with whatever a dict says."""

    def fitting(self, station: str) -> Fitting:
        return self._fittings[station]


class SwallowsLamps(VirtualConsole):
    def set_lamp(self, lamp: str, *, lit: bool) -> None:
        if lamp in self._lamps:
            super().set_lamp(lamp, lit=lit)


class Dazzles(VirtualConsole):
    """Bends a brightness to its bounds, so that nobody finds the mistake."""

    def light(self, station: str, level: int) -> None:
        super().light(station, max(0, min(255, level)))


class LightsAll(VirtualConsole):
    def set_lamp(self, lamp: str, *, lit: bool) -> None:
        super().set_lamp(lamp, lit=lit)
        for other in self._lamps:
            super().set_lamp(other, lit=lit)


class _Heedful:
    """A bell that thinks for itself: it finishes what has more priority."""

    has_volume = True

    def __init__(self, bell: Bell) -> None:
        self.bell, self.priority = bell, -1

    def ring(self, call: Call) -> None:
        if call.priority >= self.priority:
            self.priority = call.priority
            self.bell.ring(call)

    def hush(self) -> None:
        self.priority = -1
        self.bell.hush()


class HeedsPriority(VirtualConsole):
    def devices(self) -> Devices:
        made = super().devices()
        bells: dict[tuple[str, ...], Bell] = {boats: _Heedful(bell) for boats, bell in made.bells.items()}
        return Devices(made.keys, made.dials, made.panels, bells, made.lamps)


class _Loud(_Heedful):
    """A bell that only claims to have a volume."""

    def ring(self, call: Call) -> None:
        self.bell.ring(call._replace(volume=100))


class ShoutsAlways(VirtualConsole):
    def devices(self) -> Devices:
        made = super().devices()
        bells: dict[tuple[str, ...], Bell] = {boats: _Loud(bell) for boats, bell in made.bells.items()}
        return Devices(made.keys, made.dials, made.panels, bells, made.lamps)


class HasOneBell(VirtualConsole):
    """Two bells on one line: what is for one boat sounds at the other too."""

    def devices(self) -> Devices:
        made = super().devices()
        one = next(iter(made.bells.values()))
        return Devices(made.keys, made.dials, made.panels, dict.fromkeys(made.bells, one), made.lamps)


class DiesLoudly(VirtualConsole):
    """Lets the failure of a page reach the game."""

    def tell(self, say: Callable[[Watcher], None]) -> None:
        for watcher in self._watchers:
            say(watcher)


FAULTS: dict[type[VirtualConsole], Law] = {
    TellsKeysLate: laws.keys_are_told_in_order,
    ForgetsHeldKeys: laws.keys_that_are_down_are_told_at_once,
    LosesTheSign: laws.dials_turn_as_they_are_turned,
    LosesSteps: laws.dials_turn_as_they_are_turned,
    Jitters: laws.dials_turn_as_they_are_turned,
    HasOneDial: laws.dials_turn_as_they_are_turned,
    TellsTheLastHands: laws.all_hands_are_told,
    ShowsOnAll: laws.panels_show_their_pictures,
    SendsOnce: laws.panels_show_their_pictures,
    SendsAlways: laws.the_same_picture_costs_nothing,
    CutsPictures: laws.what_does_not_fit_is_refused,
    LooksUpBlindly: laws.what_does_not_fit_is_refused,
    SwallowsLamps: laws.what_does_not_fit_is_refused,
    Dazzles: laws.light_has_bounds,
    LightsAll: laws.lamps_are_lit_one_by_one,
    HeedsPriority: laws.bells_ring_what_they_are_told,
    HasOneBell: laws.bells_ring_what_they_are_told,
    ShoutsAlways: laws.a_softer_call_sounds_softer,
    DiesLoudly: laws.dead_devices_never_raise,
}
"""A fault -> the law that finds it."""
