"""Lines of the kernel, by libgpiod and by gpiozero: bounce, dials, an expander with its interrupt, and outlets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import wraps

import pytest

from klaxon.console.devices.health import DeviceReport, DeviceState, KeyHealth, LineName
from klaxon.console.profile import Profile
from klaxon.hal.inputs import Inputs
from klaxon.hal.pi.lines import Lines, wiring
from tests.kernel.guest import sim
from tests.kernel.guest.ears import Ears, happens
from tests.kernel.guest.sim import Expander

OK, DIAL, HIGH = 23, (17, 27), 9
"""Lines of red-1, and a key of red-3 that is active high."""
NORTH = 8
"""The expander's."""
LAMPS = 13, 16
BOUNCE = 0.03
"""Seconds that a key may bounce: those of the profile hold for 40 ms before they count."""

both_ways = pytest.mark.parametrize("way", ["gpiod", "gpiozero"])
by_gpiod = pytest.mark.parametrize("way", ["gpiod"])
"""Expanders are opened by gpiod, whatever the way to the Pi's own lines is."""


class Looked(Inputs):
    """Inputs that count how often levels were read."""

    looks = 0

    def sync(self, levels: Mapping[LineName, int], now: int) -> None:
        self.looks += 1
        super().sync(levels, now)


class Stood:
    """The lines of the console, open, with ears on them."""

    def __init__(self, profile: Profile, way: str) -> None:
        loop = asyncio.get_running_loop()
        self.ears, self.news = Ears(), list[DeviceReport]()
        self.inputs = Looked(wiring(profile), self.ears, loop.call_later)
        self.lines = Lines(profile, self.inputs, loop, self.news.append, way)
        self.inputs.drain = self.lines.drain
        self.lamps = [self.lines.outlet(lamp.line, active_low=lamp.active_low) for lamp in profile.lamps]
        self.lines.start()

    def state(self, chip: str) -> DeviceState:
        return next(standing.state for standing in self.lines.reports() if standing.name == chip)

    async def ready(self) -> None:
        await happens(lambda: self.state("") == self.state("keys") == DeviceState.READY, "both chips are ready")


@asynccontextmanager
async def standing(profile: Profile, way: str) -> AsyncIterator[Stood]:
    stood = Stood(profile, way)
    try:
        await stood.ready()
        yield stood
    finally:
        stood.lines.close()
        stood.inputs.close()


Story = Callable[[Profile, str, Expander], Awaitable[None]]


def story(tell: Story) -> Callable[[Profile, str, Expander], None]:
    """Tell a test in a loop, in real time."""

    @wraps(tell)
    def test(profile: Profile, way: str, expander: Expander) -> None:
        async def run() -> None:
            await tell(profile, way, expander)

        asyncio.run(run())

    return test


async def bounced(stood: Stood, line: int, last: int) -> None:
    """Let a key bounce to a level, and be told of; again where this machine stood still in the middle of it."""
    key = next(key for key in stood.inputs.health().keys if key.line == line)
    for _ in range(50):
        took = sim.bounce(line, last)
        await happens(lambda: is_down(stood, line) != key.down, "the key is told of")
        if took < BOUNCE:
            await stood.ears.heard(f"{key.station} {key.key} {'up' if key.down else 'down'}")
            return
        sim.pull(line, 1 - last)
        await happens(lambda: is_down(stood, line) == key.down, "the key is as it was")
        stood.ears.told.clear()
    raise AssertionError("this machine stands still too often to let anything bounce")


def is_down(stood: Stood, line: int) -> bool:
    return next(key.down for key in stood.inputs.health().keys if key.line == line)


def north_of(stood: Stood) -> KeyHealth:
    return next(key for key in stood.inputs.health().keys if key.key == "north")


@both_ways
@story
async def test_a_key_that_bounces_is_pressed_once(profile: Profile, way: str, expander: Expander) -> None:
    async with standing(profile, way) as stood:
        for _ in range(3):
            await bounced(stood, OK, 0)
            await bounced(stood, OK, 1)
        await bounced(stood, HIGH, 1)
        await bounced(stood, HIGH, 0)


@by_gpiod
@story
async def test_a_key_on_the_expander_is_told_by_its_interrupt(profile: Profile, way: str, expander: Expander) -> None:
    async with standing(profile, way) as stood:
        assert expander.interrupts() == 0b1110_1111_0000_0111, "only lines with keys are watched"
        for _ in range(3):
            expander.pull(NORTH, 0)
            await stood.ears.heard("red-1 north down")
            expander.pull(NORTH, 1)
            await stood.ears.heard("red-1 north up")
        assert stood.inputs.health().errors == 0


async def turned(stood: Stood, lines: tuple[int, int], steps: int) -> None:
    """Turn a dial just after levels were read.

    An edge goes through a pipe and a thread of lgpio's, and a level that is read meanwhile overtakes it: then nobody
    knows which way the dial came there, and the step is counted as an error and not told.
    """
    looks = stood.inputs.looks
    await happens(lambda: stood.inputs.looks > looks, "levels are read again")
    await asyncio.to_thread(sim.turn, *lines, steps)


@both_ways
@story
async def test_dials_turn_both_ways(profile: Profile, way: str, expander: Expander) -> None:
    async with standing(profile, way) as stood:
        await turned(stood, DIAL, 2)
        await stood.ears.heard(*["red-1 0 +1"] * 2)
        await turned(stood, DIAL, -2)
        await stood.ears.heard(*["red-1 0 -1"] * 2)
        await turned(stood, (20, 21), 1)
        await stood.ears.heard("red-3 0 -1")
        await turned(stood, (7, 8), 1)
        await stood.ears.heard("red-4 1 +1")
        assert stood.inputs.health().errors == 0


@both_ways
@story
async def test_outlets_are_driven(profile: Profile, way: str, expander: Expander) -> None:
    async with standing(profile, way) as stood:
        levels = [[sim.level(line) for line in LAMPS]]
        for lit in (True, False, True):
            for lamp in stood.lamps:
                lamp.set(lit=lit)
            levels.append([sim.level(line) for line in LAMPS])
        assert levels == [[0, 1], [1, 0], [0, 1], [1, 0]], "the second is active low"


@by_gpiod
@story
async def test_a_key_that_is_down_at_the_start_is_told(profile: Profile, way: str, expander: Expander) -> None:
    expander.pull(NORTH, 0)
    async with standing(profile, way) as stood:
        await stood.ears.heard("red-1 north down")
        expander.pull(NORTH, 1)
        await stood.ears.heard("red-1 north up")


@by_gpiod
@story
async def test_an_edge_that_got_lost_is_made_good(profile: Profile, way: str, expander: Expander) -> None:
    async with standing(profile, way) as stood:
        expander.pull(NORTH, 0, interrupts=False)
        await stood.ears.heard("red-1 north down")
        expander.pull(NORTH, 1)
        await happens(lambda: "red-1 north up" in stood.ears.told, "the key comes up")
        assert north_of(stood).repaired > 0


@by_gpiod
@story
async def test_an_expander_that_was_reset_is_set_up_again(profile: Profile, way: str, expander: Expander) -> None:
    async with standing(profile, way) as stood:
        watched = expander.interrupts()
        expander.reset()
        await happens(lambda: expander.interrupts() == watched, "the driver has told the chip everything again")
        await happens(lambda: stood.state("keys") == DeviceState.DEGRADED, "the chip is called degraded")
        expander.pull(NORTH, 0)
        await stood.ears.heard("red-1 north down")
        expander.pull(NORTH, 1)
        await stood.ears.heard("red-1 north up")


@by_gpiod
@story
async def test_an_expander_that_was_pulled_out_comes_back(profile: Profile, way: str, expander: Expander) -> None:
    async with standing(profile, way) as stood:
        expander.pull(NORTH, 0)
        await stood.ears.heard("red-1 north down")
        expander.away(away=True)
        await stood.ears.heard("red-1 north up")
        assert stood.state("keys") == DeviceState.FAILED
        sim.pull(OK, 0)
        await stood.ears.heard("red-1 ok down")
        sim.pull(OK, 1)
        await stood.ears.heard("red-1 ok up")
        expander.away(away=False)
        await happens(lambda: stood.state("keys") == DeviceState.DEGRADED, "the chip is back")
        expander.pull(NORTH, 1)
        await happens(lambda: not north_of(stood).down, "the key has come up, of which nobody is told twice")
        expander.pull(NORTH, 0)
        await stood.ears.heard("red-1 north down")
        expander.pull(NORTH, 1)
        await stood.ears.heard("red-1 north up")
        assert [news.state for news in stood.news if news.name == "keys"][-1] == DeviceState.DEGRADED
