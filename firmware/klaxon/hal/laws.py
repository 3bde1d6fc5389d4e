"""The laws of the devices: a conformance suite, as functions that any back-end is run through.

A back-end is tested on a stand: its devices, and the outer side that only its builder can reach (fingers on
its keys, eyes on its panels). A broken law raises LawBroken, which names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import Protocol

from klaxon.console.devices import Call, Devices, Fitting, Note, Picture


class Stand(Protocol):
    """A back-end under test: both its sides."""

    @property
    def devices(self) -> Devices:
        """The inner side."""

    @property
    def fittings(self) -> Sequence[Fitting]:
        """The stations it has."""

    @property
    def lamps(self) -> Sequence[str]:
        """The lamps it has."""

    def press(self, station: str, key: str) -> None:
        """Push a key down."""

    def release(self, station: str, key: str) -> None:
        """Let a key up."""

    def turn(self, station: str, dial: int, steps: int) -> None:
        """Turn a dial."""

    def pixels(self, station: str) -> bytes:
        """Return the pixels that are visible on a panel."""

    def level(self, station: str) -> int:
        """Return how bright a panel is."""

    def is_lit(self, lamp: str) -> bool:
        """Return whether a lamp is lit."""

    def bell_calls(self, boats: tuple[str, ...]) -> Sequence[str]:
        """Return all that a bell did so far: the names of calls, '' if it was silenced."""

    def loudness(self, boats: tuple[str, ...]) -> float:
        """Return how loud a bell sounds now, in any measure."""

    def traffic(self) -> int:
        """Return how much was sent to the panels so far, in any unit."""

    def break_down(self) -> None:
        """Make every output device dead from now on."""

    def settle(self) -> None:
        """Wait until all output has arrived at the devices."""


class HalLawBroken(AssertionError):
    """A back-end broke a law; `law` is its name."""

    def __init__(self, law: str, message: str) -> None:
        """Name the law, then say what was found."""
        super().__init__(f"{law.replace('_', ' ')}: {message}")
        self.law = law


Law = Callable[[Stand], None]


def obey(make: Callable[[], Stand], laws: Iterable[Law] = ()) -> None:
    """Check a back-end against all laws, or the named ones, each on a new stand."""
    for law in laws or LAWS:
        law(make())


class _Ears:
    """Hands that only record their events."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str, str | int, int]] = []

    def on_press(self, station: str, key: str) -> None:
        self.told.append(("pressed", station, key, 0))

    def on_release(self, station: str, key: str) -> None:
        self.told.append(("released", station, key, 0))

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        self.told.append(("turned", station, dial, steps))


def _attach_ears(stand: Stand) -> _Ears:
    ears = _Ears()
    stand.devices.keys.attach(ears)
    stand.devices.dials.attach(ears)
    return ears


def _same(law: str, what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise HalLawBroken(law, f"{what} {found!r}, not {wanted!r}")


def keys_are_told_in_order(stand: Stand) -> None:
    """Every key of every station sends its press and release under its name, in order."""
    ears, wanted = _attach_ears(stand), []
    keys = [(fitting.name, key) for fitting in stand.fittings for key in fitting.keys]
    for (station, key), (other, next_key) in pairwise(keys):
        stand.press(station, key)
        stand.press(other, next_key)
        stand.release(station, key)
        stand.release(other, next_key)
        stand.settle()
        pair = ((station, key), (other, next_key))
        wanted += [(what, *one, 0) for what in ("pressed", "released") for one in pair]
    _same("keys_are_told_in_order", "hands were told", ears.told, wanted)


def keys_that_are_down_are_told_at_once(stand: Stand) -> None:
    """Hands attached while a key is down get its press and no other; then its release."""
    fitting = stand.fittings[-1]
    held, let_go = fitting.keys[-1], fitting.keys[0]
    stand.press(fitting.name, let_go)
    stand.release(fitting.name, let_go)
    stand.press(fitting.name, held)
    stand.settle()
    ears = _attach_ears(stand)
    law = "keys_that_are_down_are_told_at_once"
    _same(law, "new hands were told", ears.told, [("pressed", fitting.name, held, 0)])
    stand.release(fitting.name, held)
    stand.settle()
    _same(law, "then they were told", ears.told[1:], [("released", fitting.name, held, 0)])


def dials_turn_as_they_are_turned(stand: Stand) -> None:
    """The steps of a dial arrive with their sign and add up, at once or one by one; no other dial moves."""
    ears = _attach_ears(stand)
    for fitting in stand.fittings:
        for dial in range(fitting.dials):
            for steps in (3, -2, 1, -5):
                ears.told.clear()
                stand.turn(fitting.name, dial, steps)
                stand.settle()
                _same("dials_turn_as_they_are_turned", "the steps are", sum(event[3] for event in ears.told), steps)
                others = [event for event in ears.told if event[:3] != ("turned", fitting.name, dial)]
                against = [event for event in ears.told if event[3] * steps <= 0]
                _same("dials_turn_as_they_are_turned", "hands were told", others + against, [])


def all_hands_are_told(stand: Stand) -> None:
    """Hands that were attached before still get events; hands attached twice get each event once."""
    first, second = _attach_ears(stand), _attach_ears(stand)
    stand.devices.keys.attach(first)
    stand.devices.dials.attach(first)
    fitting = stand.fittings[0]
    stand.press(fitting.name, fitting.keys[0])
    stand.turn(fitting.name, 0, 1)
    stand.settle()
    wanted = [("pressed", fitting.name, fitting.keys[0], 0), ("turned", fitting.name, 0, 1)]
    _same("all_hands_are_told", "the first hands were told", first.told, wanted)
    _same("all_hands_are_told", "the second hands were told", second.told, wanted)


def _picture(fitting: Fitting, seed: int) -> Picture:
    """Return a picture that differs from those of other seeds."""
    size = fitting.width * fitting.height // 8
    return Picture(fitting.width, fitting.height, bytes((place * seed + place // 7) % 256 for place in range(size)))


def panels_show_their_pictures(stand: Stand) -> None:
    """A panel shows the picture it was given last, and no other panel does."""
    panels = stand.devices.panels
    for turn in (1, 2, 5):
        for place, fitting in enumerate(stand.fittings):
            panels.show(fitting.name, _picture(fitting, turn * 16 + place))
        stand.settle()
        for place, fitting in enumerate(stand.fittings):
            shown, wanted = stand.pixels(fitting.name), _picture(fitting, turn * 16 + place).bits
            if shown != wanted:
                raise HalLawBroken("panels_show_their_pictures", f"{fitting.name} shows another picture")


def the_same_picture_costs_nothing(stand: Stand) -> None:
    """A picture that is already shown is not sent again; one that comes back after another is."""
    panels, fitting = stand.devices.panels, stand.fittings[0]
    law = "the_same_picture_costs_nothing"
    panels.show(fitting.name, _picture(fitting, 3))
    stand.settle()
    first = stand.traffic()
    panels.show(fitting.name, _picture(fitting, 3))
    stand.settle()
    _same(law, "after the same picture has travelled", stand.traffic(), first)
    panels.show(fitting.name, _picture(fitting, 4))
    stand.settle()
    if stand.traffic() <= first:
        raise HalLawBroken(law, "another picture did not travel")


def _refuses(law: str, what: str, name: str, act: Callable[[], None]) -> None:
    """Check that a call raises a ValueError whose message names what is wrong."""
    try:
        act()
    except ValueError as error:
        if name not in str(error):
            raise HalLawBroken(law, f"{what}: {str(error)!r} does not name {name!r}") from error
    except Exception as error:  # any other exception breaks the law, whatever it is
        raise HalLawBroken(law, f"{what} raises {error!r}, not a ValueError") from error
    else:
        raise HalLawBroken(law, f"{what} is swallowed")


def what_does_not_fit_is_refused(stand: Stand) -> None:
    """A picture of the wrong size, an unknown station or lamp: a ValueError with a message, and nothing changes."""
    law, devices, fitting = "what_does_not_fit_is_refused", stand.devices, stand.fittings[0]
    panels, name, good = devices.panels, fitting.name, _picture(fitting, 9)
    panels.show(name, good)
    stand.settle()
    wide = Picture(fitting.width + 8, fitting.height, bytes((fitting.width + 8) * fitting.height // 8))
    _refuses(law, "a picture too wide", name, lambda: panels.show(name, wide))
    _refuses(law, "a picture cut off", name, lambda: panels.show(name, good._replace(bits=good.bits[:-1])))
    _refuses(law, "a picture for nobody", "no-such", lambda: panels.show("no-such", good))
    _refuses(law, "a light for nobody", "no-such", lambda: panels.light("no-such", 9))
    _refuses(law, "a lamp that is not there", "no-such", lambda: devices.lamps.set("no-such", lit=True))
    stand.settle()
    if stand.pixels(name) != good.bits:
        raise HalLawBroken(law, f"a picture that does not fit has changed the panel of {name}")


def light_has_bounds(stand: Stand) -> None:
    """A brightness is from 0 to 255; anything else raises a ValueError with a message, and nothing changes."""
    panels, name = stand.devices.panels, stand.fittings[0].name
    for level in (0, 1, 255, 7):
        panels.light(name, level)
        stand.settle()
        _same("light_has_bounds", "the brightness is", stand.level(name), level)
    for level in (-1, 256):
        _refuses("light_has_bounds", f"a brightness of {level}", str(level), partial(panels.light, name, level))
        stand.settle()
        _same("light_has_bounds", "the brightness is", stand.level(name), 7)


def lamps_are_lit_one_by_one(stand: Stand) -> None:
    """Setting a lamp lights that lamp and no other."""
    for lamp in stand.lamps:
        for lit in (True, True, False, False):
            stand.devices.lamps.set(lamp, lit=lit)
            stand.settle()
            found = [other for other in stand.lamps if stand.is_lit(other)]
            _same("lamps_are_lit_one_by_one", "the lamps that are lit are", found, [lamp] if lit else [])


def bells_ring_what_they_are_told(stand: Stand) -> None:
    """A call replaces the current one, even if that has more priority; no other bell rings."""
    grave, light = Call("grave", (Note(440, 2000),), 90), Call("light", (Note(880, 10), Note(0, 10)), 1)
    for boats, bell in stand.devices.bells.items():
        before = {others: list(stand.bell_calls(others)) for others in stand.devices.bells}
        bell.ring(grave)
        bell.ring(light)
        bell.hush()
        stand.settle()
        after = {others: list(stand.bell_calls(others)) for others in stand.devices.bells}
        wanted = {**before, boats: [*before[boats], "grave", "light", ""]}
        _same("bells_ring_what_they_are_told", "the bells rang", after, wanted)


def a_softer_call_sounds_softer(stand: Stand) -> None:
    """If a bell has a volume, a softer call sounds softer and is still audible; the next one is loud again."""
    law = "a_softer_call_sounds_softer"
    for boats, bell in stand.devices.bells.items():
        found = []
        for volume in (100, 55, 30, 100):
            bell.ring(Call("grave", (Note(440, 2000),), volume=volume))
            stand.settle()
            found.append(stand.loudness(boats))
        bell.hush()
        stand.settle()
        loud, less, least, again = found
        if bell.has_volume and not loud == again > less > least > 0:
            raise HalLawBroken(law, f"at volumes of 100, 55, 30 and 100 the bell of {boats} was as loud as {found}")


def dead_devices_never_raise(stand: Stand) -> None:
    """No output can stop a game: a dead or missing device ignores all calls."""
    ears = _attach_ears(stand)
    stand.break_down()
    devices = stand.devices
    for turn in range(3):
        try:
            for fitting in stand.fittings:
                devices.panels.show(fitting.name, _picture(fitting, turn))
                devices.panels.light(fitting.name, turn)
            for lamp in stand.lamps:
                devices.lamps.set(lamp, lit=turn % 2 == 0)
            for bell in devices.bells.values():
                bell.ring(Call("any", (Note(440, 10),)))
                bell.hush()
            stand.settle()
        except Exception as error:  # nothing at all may come out of a dead device
            raise HalLawBroken("dead_devices_never_raise", f"{error!r} came out of a dead device") from error
    _same("dead_devices_never_raise", "without a finger on them hands were told", ears.told, [])


LAWS: tuple[Law, ...] = (
    keys_are_told_in_order,
    keys_that_are_down_are_told_at_once,
    dials_turn_as_they_are_turned,
    all_hands_are_told,
    panels_show_their_pictures,
    the_same_picture_costs_nothing,
    what_does_not_fit_is_refused,
    light_has_bounds,
    lamps_are_lit_one_by_one,
    bells_ring_what_they_are_told,
    a_softer_call_sounds_softer,
    dead_devices_never_raise,
)
