"""The laws of the devices, kept by a whole console of the Pi's back-end on devices of the kernel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from klaxon.console.devices import Devices, Fitting
from klaxon.console.devices.health import DeviceState
from klaxon.console.profile import Profile, fittings
from klaxon.hal.laws import LAWS, Law, dead_devices_never_raise
from klaxon.hal.pi.console import PiConsole
from klaxon.hal.pi.panels.mounting import card
from tests.kernel.guest import sim
from tests.kernel.guest.ears import happens
from tests.kernel.guest.eyes import Eyes
from tests.kernel.guest.fingers import Fingers
from tests.kernel.guest.sim import Expander

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")

PWM = Path("/sys/bus/platform/drivers/bcm2835-pwm")
CLOCKWISE, AGAINST = ((0, 1), (0, 0), (1, 0), (1, 1)), ((1, 0), (0, 0), (0, 1), (1, 1))
"""The phases of a dial from one detent to the next."""
CALLS = {440: "grave", 880: "light", 0: ""}
"""The pitches that the laws ring, and what they call it."""


class KernelStand:
    """A console on the kernel's devices; it lives in a loop of its own, which runs while somebody waits."""

    def __init__(self, profile: Profile, eyes: Eyes, expander: Expander) -> None:
        self.loop = asyncio.new_event_loop()
        self.profile, self.eyes, self._expander = profile, eyes, expander
        self._fingers = Fingers(profile, expander)
        self.fittings: Sequence[Fitting] = fittings(profile)
        self.lamps: Sequence[str] = tuple(lamp.name for lamp in profile.lamps)
        self.console = PiConsole(profile, self.loop, hello=lambda fitting: card(fitting, "hello"))
        self.devices: Devices = self.console.devices()
        self._keys = {(station, key.name): key for station, key in profile.all_keys()}
        self._dials = {(station, number): dial for station, number, dial in profile.all_dials()}
        self.console.start()
        self._until(self._is_up, "all devices are ready")
        self.settle()

    def close(self) -> None:
        self.console.close()
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()

    def press(self, station: str, key: str) -> None:
        self._move(station, key, down=True)

    def release(self, station: str, key: str) -> None:
        self._move(station, key, down=False)

    def turn(self, station: str, dial: int, steps: int) -> None:
        fitted = self._dials[station, dial]
        clockwise = (steps > 0) != fitted.reversed
        for _ in range(abs(steps)):
            for a, b in CLOCKWISE if clockwise else AGAINST:
                sim.pull(fitted.a.number, a)
                sim.pull(fitted.b.number, b)
                self._until(lambda at=a << 1 | b: self._lies(station, dial) == at, f"the dial of {station} has moved")  # type: ignore[misc]

    def pixels(self, station: str) -> bytes:
        return self.eyes.look().picture(station)

    def level(self, station: str) -> int:
        return self.eyes.look().level(station)

    def is_lit(self, lamp: str) -> bool:
        fitted = next(each for each in self.profile.lamps if each.name == lamp)
        return bool(sim.level(fitted.line.number)) != fitted.active_low

    def bell_calls(self, boats: tuple[str, ...]) -> Sequence[str]:
        """Return the calls by their pitches; on the way from one to the other a tone is not half on, half off."""
        self.eyes.look()
        whole = [tone.pitch for tone in self.eyes.tones if tone.duty in {0, 50}]
        changed = [pitch for n, pitch in enumerate(whole) if pitch != (whole[n - 1] if n else 0)]
        return [CALLS[pitch] for pitch in changed]

    def loudness(self, boats: tuple[str, ...]) -> float:
        """Return the duty of what sounds now, in percent; a note is written while the loop runs."""
        self.eyes.look()
        return self.eyes.tones[-1].duty if self.eyes.tones else 0

    def traffic(self) -> int:
        return self.eyes.look().data_sent

    def break_down(self) -> None:
        """Unplug the expander, and take the PWM away; the panels of this stand never answered."""
        self._expander.away(away=True)
        (PWM / "unbind").write_text("fe20c000.pwm")
        assert not Path("/sys/class/pwm/pwmchip0").exists()

    def settle(self) -> None:
        """Wait until every panel that answers has been sent all that it should show."""
        desks = [desk for worker in self.console.panels.workers.values() for desk in worker.schedule.desks.values()]
        alive = [desk for desk in desks if desk.station in self.eyes.glass.chips]
        self._until(lambda: not any(desk.busy for desk in alive), "all is written")
        self.eyes.look()

    def _is_up(self) -> bool:
        states = {(standing.kind, standing.name): standing.state for standing in self.console.reports()}
        alive = {("panel", fitting.name) for fitting in self.fittings if fitting.name in self.eyes.glass.chips}
        needed = alive | {key for key in states if key[0] != "panel"}
        return all(states[key] == DeviceState.READY for key in needed)

    def _move(self, station: str, name: str, *, down: bool) -> None:
        self._fingers.move(self._keys[station, name], down=down)
        self._until(lambda: self._is_down(station, name) == down, f"{station} {name} is {'down' if down else 'up'}")

    def _is_down(self, station: str, name: str) -> bool:
        keys = self.console.inputs().keys
        return next(key.down for key in keys if (key.station, key.key) == (station, name))

    def _lies(self, station: str, dial: int) -> int:
        dials = self.console.inputs().dials
        return next(each.state for each in dials if (each.station, each.dial) == (station, dial))

    def _until(self, true: Callable[[], bool], what: str) -> None:
        self.loop.run_until_complete(happens(true, what))


@pytest.fixture
def stand(request: pytest.FixtureRequest, profile: Profile, expander: Expander) -> Iterator[KernelStand]:
    """A console of the stations whose panels answer; for the law of dead devices, of the one whose panel does not."""
    dead = request.node.callspec.params["law"] is dead_devices_never_raise
    chosen = replace(profile, stations=profile.stations[3:] if dead else profile.stations[:3])
    eyes = Eyes(chosen)
    stand = KernelStand(chosen, eyes, expander)
    yield stand
    stand.close()
    eyes.close()
    if dead:
        expander.away(away=False)
        (PWM / "bind").write_text("fe20c000.pwm")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_console_obeys(law: Law, stand: KernelStand) -> None:
    law(stand)
