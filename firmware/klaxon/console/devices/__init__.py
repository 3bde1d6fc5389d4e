"""Devices: the small protocols between a console and the hardware it runs on. Back-ends live in `klaxon.hal`.

Everything here is called in the loop, and nothing here may wait: a back-end that has to (a bus, a speaker) does so
behind a queue of its own. A dead or missing device ignores all calls; no output can stop a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from klaxon.console.devices.health import DeviceHealth

KEYS = ("push", "ok", "back", "north", "east", "south", "west", "stop")
"""The keys a station may have. `push` is the dial pushed down."""
COURSE_KEYS = ("north", "east", "south", "west")
LOUDEST = 100
"""The default volume of a call."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """A station as it is built: its panel, dials and keys."""

    name: str
    side: str
    width: int = 128
    height: int = 64
    dials: int = 1
    keys: tuple[str, ...] = ("push", "ok", "back")


class Picture(NamedTuple):
    """What a panel shows: its pixels, and the same as text for people who cannot see them."""

    width: int
    height: int
    bits: bytes
    """In the order of the panel: pages of eight rows, a byte a column, the lowest bit on top."""
    words: tuple[str, ...] = ()
    chart: Mapping[str, Any] | None = None
    """The labelled chart beside the panel, as plain data; None if there is none or no page shows the station."""
    is_due: bool = False
    """Whether people are waited for there: a page makes the station glow, a panel shows nothing of it."""


class Note(NamedTuple):
    """A tone of the bell; pitch 0 is a rest."""

    pitch: int
    """In hertz."""
    ms: int


class Call(NamedTuple):
    """A named call of the bell. Of two that want to sound at once the one of higher priority does."""

    name: str
    notes: tuple[Note, ...]
    priority: int = 0
    urgent: bool = False
    """Whether it should reach people who look elsewhere: a phone may vibrate."""
    volume: int = LOUDEST
    """How loud it sounds, if the bell has a volume: 1 to 100."""


class Hands(Protocol):
    """Receives the events of keys and dials."""

    def on_press(self, station: str, key: str) -> None:
        """A key went down."""

    def on_release(self, station: str, key: str) -> None:
        """A key came up."""

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        """A dial was turned; positive steps are clockwise. Dial 0 is the one with the push."""


class Keys(Protocol):
    """The keys of all stations."""

    def attach(self, hands: Hands) -> None:
        """Attach hands; they get an event for every key that is down now."""


class Dials(Protocol):
    """The dials of all stations. A dial delivers steps; how it counts them is up to the back-end."""

    def attach(self, hands: Hands) -> None:
        """Attach hands."""


class Pointing(Protocol):
    """Receives what fingers point at on the charts beside panels."""

    def on_page_opened(self, station: str) -> None:
        """A page shows a station now: draw it again, with what only a page shows."""

    def on_aim(self, station: str, words: tuple[str, ...]) -> None:
        """Somebody pointed at a place; the words are those the chart has for it."""


class Touch(Protocol):
    """The charts beside panels that can be pointed at."""

    def attach(self, pointing: Pointing) -> None:
        """Attach a receiver."""

    def has_page_open(self, station: str) -> bool:
        """Whether a page shows a station. What only pages show is not made for nobody."""


class Panels(Protocol):
    """The panels of all stations."""

    def show(self, station: str, picture: Picture) -> None:
        """Show a picture; only changes need to be sent."""

    def light(self, station: str, level: int) -> None:
        """Set the brightness: 0 is asleep, 255 the brightest."""

    def prioritise(self, station: str) -> None:
        """Give the panel of a station that is being used priority over the others."""


class Bell(Protocol):
    """A bell: one for each console, or one for each boat on a page."""

    @property
    def has_volume(self) -> bool:
        """Whether softer calls sound softer; an active buzzer has only one volume."""

    def ring(self, call: Call) -> None:
        """Play a call now, replacing the current one."""

    def hush(self) -> None:
        """Silence it at once."""


Sentence = Callable[[str], str]
"""Language -> the sentence in it."""


class Voice(Protocol):
    """Speaks to everybody at the console, and in the language of each page."""

    def speak(self, sentence: Sentence) -> None:
        """Speak a sentence, after those that are being spoken."""

    def hush(self) -> None:
        """Be silent at once."""


class Lamps(Protocol):
    """The lamps of a console."""

    def set(self, lamp: str, *, lit: bool) -> None:
        """Switch a lamp on or off."""


class UsbPlug(NamedTuple):
    """A station that is worked by a USB device."""

    station: str
    kind: str
    """`numpad`, `keyboard` or `dial`."""
    port: str
    """The socket that its device is in, which tells it from others of its kind; '' until it is learned."""
    is_there: bool
    """Whether something is plugged in there."""


class UsbSockets(Protocol):
    """USB devices as hands at stations: which socket works which station, and how that is learned."""

    def plugs(self) -> tuple[UsbPlug, ...]:
        """Return every station with a USB device, in order."""

    def learn(self, stations: Collection[str]) -> None:
        """Let stations learn their sockets anew, one after another, each by OK on a device that no station has."""

    def stop_learning(self) -> None:
        """Give stations that learned nothing their old sockets back, where nobody else has them now."""


@dataclass(frozen=True, slots=True)
class Devices:
    """All devices of one console."""

    keys: Keys
    dials: Dials
    panels: Panels
    bells: Mapping[tuple[str, ...], Bell]
    """The boats within earshot -> their bell. One bell for both boats may ring only for what both may hear."""
    lamps: Lamps
    device_health: DeviceHealth | None = None
    """The health of the devices; None if they cannot fail."""
    touch: Touch | None = None
    """Charts that can be pointed at; None if there are none."""
    voice: Voice | None = None
    """What speaks; None if nothing can."""
    usb: UsbSockets | None = None
    """USB devices as hands; None if no station has one."""
