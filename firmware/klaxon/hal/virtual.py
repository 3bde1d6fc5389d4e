"""The virtual console: stations without hardware. Inputs come from pages or tests, and outputs go there.

It has two sides. The inner one, `devices()`, is what every back-end has. On the outer one, every page or test gets a
grip on the controls and watches what panels, bell and lamps do. Everything happens at once, in the loop.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable

from klaxon.console.devices import Bell, Call, Devices, Fitting, Picture, Pointing, Sentence
from klaxon.console.devices.virtual_console import Grip, Watcher
from klaxon.hal.hands_fanout import HandsFanout

MOST_STEPS = 64
"""Most steps of a dial in one event; no hand turns faster."""
BRIGHTEST = 255

_log = logging.getLogger(__name__)


class VirtualConsole:
    """Stations, a bell for each boat, and lamps that exist only in memory. Unknown names raise a ValueError."""

    def __init__(self, fittings: Iterable[Fitting], lamps: Iterable[str] = ()) -> None:
        """Build the stations: dark, nothing pressed, all lamps off."""
        self.fittings = tuple(fittings)
        self._fittings = {fitting.name: fitting for fitting in self.fittings}
        self._lamps = dict.fromkeys(lamps, False)
        self._pictures: dict[str, Picture] = {}
        self._levels = dict.fromkeys(self._fittings, BRIGHTEST)
        self._watchers: list[Watcher] = []
        self.hands = HandsFanout()
        self.touch = TouchFanout()
        self.holders: dict[tuple[str, str], list[Grip]] = {}
        """Key -> the grips that hold it down."""
        self.last: dict[str, Grip] = {}
        """Station -> the grip that moved something there last."""
        self._hand = self.grip()

    def devices(self) -> Devices:
        """Return the console's side of the devices."""
        boats = dict.fromkeys(fitting.side for fitting in self.fittings)
        bells: dict[tuple[str, ...], Bell] = {(boat,): _Bell(self, boat) for boat in boats}
        return Devices(
            self.hands.keys, self.hands.dials, _Panels(self), bells, _Lamps(self), touch=self.touch, voice=_Voice(self)
        )

    # What hands do

    def grip(self) -> ConsoleGrip:
        """Return a new grip on the controls, for one page."""
        return ConsoleGrip(self)

    def last_grip(self, station: str) -> Grip | None:
        """Return the grip that moved something at a station last."""
        return self.last.get(station)

    def press(self, station: str, key: str) -> None:
        """Press a key with the console's own grip."""
        self._hand.press(station, key)

    def release(self, station: str, key: str) -> None:
        """Release what the console's own grip holds."""
        self._hand.release(station, key)

    def turn(self, station: str, dial: int, steps: int) -> None:
        """Turn a dial with the console's own grip."""
        self._hand.turn(station, dial, steps)

    def probe(self, station: str) -> None:
        """Watchdog probe: send a zero-step dial turn on the normal path."""
        self.hands.on_turn(self.fitting(station).name, 0, 0)

    def fitting(self, station: str) -> Fitting:
        """Return how a station is built."""
        if station not in self._fittings:
            raise ValueError(f"there is no station {station!r}; the stations are: {', '.join(self._fittings)}")
        return self._fittings[station]

    def find_key(self, station: str, key: str) -> None:
        """Raise a ValueError if a station has no such key."""
        fitting = self.fitting(station)
        if key not in fitting.keys:
            raise ValueError(f"the station {station!r} has no key {key!r}; its keys are: {', '.join(fitting.keys)}")

    # What is seen and heard

    def open_page(self, station: str) -> None:
        """Make what only a page shows of a station from now on, for one more page."""
        self.touch.open_page(self.fitting(station).name)

    def close_page(self, station: str) -> None:
        """One page less shows it."""
        self.touch.close_page(self.fitting(station).name)

    def watch(self, watcher: Watcher) -> None:
        """Add a watcher, which is called on every change."""
        self._watchers.append(watcher)

    def unwatch(self, watcher: Watcher) -> None:
        """Remove a watcher."""
        if watcher in self._watchers:
            self._watchers.remove(watcher)

    def picture(self, station: str) -> Picture:
        """Return what a panel shows now; dark if nothing was shown yet."""
        fitting = self.fitting(station)
        dark = Picture(fitting.width, fitting.height, bytes(fitting.width * fitting.height // 8))
        return self._pictures.get(station, dark)

    def level(self, station: str) -> int:
        """Return the brightness of a panel."""
        return self._levels[self.fitting(station).name]

    @property
    def lamps(self) -> dict[str, bool]:
        """Every lamp, and whether it is lit."""
        return dict(self._lamps)

    def show(self, station: str, picture: Picture) -> None:
        """Show a picture."""
        fitting = self.fitting(station)
        width, height, size = fitting.width, fitting.height, fitting.width * fitting.height // 8
        if (picture.width, picture.height, len(picture.bits)) != (width, height, size):
            raise ValueError(
                f"the panel of {station!r} is {width}x{height}, {size} bytes; "
                f"the picture {picture.width}x{picture.height}, {len(picture.bits)} bytes"
            )
        if picture != self._pictures.get(station):
            self._pictures[station] = picture
            self.tell(lambda watcher: watcher.panel(station, picture))

    def light(self, station: str, level: int) -> None:
        """Set the brightness of a panel."""
        if not 0 <= level <= BRIGHTEST:
            raise ValueError(f"a brightness is from 0 to {BRIGHTEST}, not {level}")
        if self.level(station) != level:
            self._levels[station] = level
            self.tell(lambda watcher: watcher.light(station, level))

    def set_lamp(self, lamp: str, *, lit: bool) -> None:
        """Switch a lamp on or off."""
        if lamp not in self._lamps:
            raise ValueError(f"there is no lamp {lamp!r}; the lamps are: {', '.join(self._lamps)}")
        if self._lamps[lamp] != lit:
            self._lamps[lamp] = lit
            self.tell(lambda watcher: watcher.lamp(lamp, lit=lit))

    def tell(self, say: Callable[[Watcher], None]) -> None:
        """Call all watchers; a page that fails must not stop a game."""
        for watcher in tuple(self._watchers):
            try:
                say(watcher)
            except Exception:  # noqa: BLE001 - whatever fails out there, the game goes on
                _log.exception("a watcher of the virtual console failed and is told nothing more")
                self.unwatch(watcher)


class ConsoleGrip:
    """The keys that one page holds down. A key held by several pages comes up when the last one releases it.

    It also serves as the hands of real controls, if a console has both.
    """

    def __init__(self, console: VirtualConsole) -> None:
        """Hold nothing."""
        self._console = console
        self._held: dict[tuple[str, str], None] = {}
        self._closed = False

    def press(self, station: str, key: str) -> None:
        """Hold a key down; it goes down with its first holder. A key that it holds already changes nothing."""
        console = self._console
        console.find_key(station, key)
        if (station, key) not in self._held and not self._closed:
            self._held[station, key] = None
            console.last[station] = self
            holders = console.holders.setdefault((station, key), [])
            holders.append(self)
            if len(holders) == 1:
                console.hands.on_press(station, key)

    def release(self, station: str, key: str) -> None:
        """Release a key; it comes up with its last holder. A key that it does not hold changes nothing."""
        console = self._console
        console.find_key(station, key)
        if (station, key) in self._held:
            del self._held[station, key]
            console.last[station] = self
            holders = console.holders[station, key]
            holders.remove(self)
            if not holders:
                del console.holders[station, key]
                console.hands.on_release(station, key)

    def turn(self, station: str, dial: int, steps: int) -> None:
        """Turn a dial; positive steps are clockwise."""
        fitting = self._console.fitting(station)
        if not 0 <= dial < fitting.dials:
            raise ValueError(f"the station {station!r} has no dial {dial!r}, only {fitting.dials} from 0 on")
        if abs(steps) > MOST_STEPS:
            raise ValueError(f"no hand turns a dial by {steps} steps at once; at most {MOST_STEPS}")
        if not self._closed:
            self._console.last[station] = self
            if steps:
                self._console.hands.on_turn(station, dial, steps)

    def aim(self, station: str, words: tuple[str, ...]) -> None:
        """Point at a place on the chart of a station."""
        name = self._console.fitting(station).name
        if not self._closed:
            self._console.last[name] = self
            self._console.touch.on_aim(name, words)

    def close(self) -> None:
        """Release everything for good: the page has gone."""
        self._closed = True
        for station, key in tuple(self._held):
            self.release(station, key)

    # The hands of real controls

    on_press, on_release = press, release

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        """Turn a dial by at most as much as a hand can at once; zero steps are the watchdog probe."""
        if steps:
            self.turn(station, dial, max(-MOST_STEPS, min(MOST_STEPS, steps)))
        else:
            self._console.probe(station)


class TouchFanout:
    """Counts the pages at each station, and passes on what is pointed at to all who are attached."""

    def __init__(self) -> None:
        """Begin without any."""
        self._attached: list[Pointing] = []
        self._open: Counter[str] = Counter()
        """Station -> how many pages show it."""

    def attach(self, pointing: Pointing) -> None:
        """Attach a receiver."""
        self._attached.append(pointing)

    def has_page_open(self, station: str) -> bool:
        """Whether a page shows a station."""
        return self._open[station] > 0

    def open_page(self, station: str) -> None:
        """One more page shows a station; the first one has it drawn again."""
        self._open[station] += 1
        if self._open[station] == 1:
            for pointing in self._attached:
                pointing.on_page_opened(station)

    def close_page(self, station: str) -> None:
        """One page less shows it."""
        self._open[station] -= 1

    def on_aim(self, station: str, words: tuple[str, ...]) -> None:
        """Pass it on."""
        for pointing in self._attached:
            pointing.on_aim(station, words)


class _Panels:
    """The panels as a console sees them."""

    def __init__(self, console: VirtualConsole) -> None:
        self.show, self.light = console.show, console.light

    def prioritise(self, station: str) -> None:
        """Do nothing: everything is shown at once."""


class _Bell:
    """The bell of a boat as a console sees it."""

    has_volume = True

    def __init__(self, console: VirtualConsole, boat: str) -> None:
        self._tell, self._boat = console.tell, boat

    def ring(self, call: Call) -> None:
        """Play a call now, replacing the current one."""
        self._tell(lambda watcher: watcher.bell(self._boat, call))

    def hush(self) -> None:
        """Silence it at once."""
        self._tell(lambda watcher: watcher.bell(self._boat, None))


class _Lamps:
    """The lamps as a console sees them."""

    def __init__(self, console: VirtualConsole) -> None:
        self.set = console.set_lamp


class _Voice:
    """The voice as a console sees it: pages speak."""

    def __init__(self, console: VirtualConsole) -> None:
        self._tell = console.tell

    def speak(self, sentence: Sentence) -> None:
        """Have every page speak it in its language."""
        self._tell(lambda watcher: watcher.speech(sentence))

    def hush(self) -> None:
        """Be silent at once."""
        self._tell(lambda watcher: watcher.speech(None))
