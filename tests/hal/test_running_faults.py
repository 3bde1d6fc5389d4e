"""Every fault of the model, injected while a game is played: the game ends as it does without any.

Understudies play a game of Captain Sonar by hand, on a console of models (running.py). What they want to say follows
from their views alone, so the orders, and with them the digest, differ as soon as one press is wrong, or one too many.

Nobody can make good what nobody saw: a press whose edges were all lost while the key was down for a tenth of a second.
The hands here are people: they look whether something came of what they did, wait longer than a re-read takes, and do
it again. So missed edges are made good by the re-read where that can be (a key that comes up, a key that is held), and
by a second press where it cannot. A dead dial or a dead expander is waited for, as somebody looks for the cable.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from klaxon.console.devices.health import DeviceState
from tests.effort import SOAK
from tests.hal.kit.faults import FAULTS, MS
from tests.hal.kit.running import Played, Stage, Trouble, played

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")

DIVED, BEGUN = 4, 6
"""Orders after which both boats have dived, and after which play is under way."""


# Keys and dials


async def bounce(_stage: Stage) -> None:
    """Contacts always bounce here."""


async def noise(stage: Stage) -> None:
    """Static on lines whose contacts do not move: excursions shorter than what counts, two on every line."""
    keys = [key.line for key in stage.fingers.keys.values()]
    phases = [line for station in stage.sockets for line in stage.fingers.phases(station)]
    for line in 2 * [*keys, *phases]:
        port, longest = stage.ports[line.chip], 11 * MS if line in keys else 2 * MS
        port.flip(line.number)
        await asyncio.sleep(stage.random.randrange(1, longest) / 1e9)
        port.flip(line.number)
        await asyncio.sleep(stage.random.random() / 2)


async def edges_missed(stage: Stage) -> None:
    """One edge in eight is seen by nobody."""
    for port in stage.ports.values():
        port.rate = 0.125
    await stage.until(lambda: stage.given() >= 3 * BEGUN)
    for port in stage.ports.values():
        port.rate = 0.0


async def queue_overflow(stage: Stage) -> None:
    """Again and again a queue has no room for some edges: the kernel's numbers tell."""
    while stage.given() < 3 * BEGUN:
        stage.ports[stage.random.choice([*stage.ports])].full = 16
        await asyncio.sleep(1)
    for port in stage.ports.values():
        port.full = 0


async def key_stuck(stage: Stage) -> None:
    """The captain's first course key stays down. It is one course; the next is given by the dial."""
    station, key = "red-1", "south"
    line = stage.fingers.keys[station, key].line
    port = stage.ports[line.chip]
    await stage.until(lambda: port.level(line.number) == 0)
    port.hold(line.number, 0)
    await stage.until(lambda: [each.key for each in stage.hardware.inputs().keys if each.stuck] == [key])
    port.let_go(line.number)


async def phases_swapped(stage: Stage) -> None:
    """Two dials turn the wrong way round: people turn them the other way."""
    stage.fingers.swapped |= {"red-3", "blue-2"}


def phase_dead(station: str, phase: int) -> Trouble:
    async def dead(stage: Stage) -> None:
        """A wire of a captain's dial is off, until service mode would show it."""
        line = stage.fingers.phases(station)[phase]
        port = stage.ports[line.chip]
        port.hold(line.number, 1)
        (place,) = [place for place, each in enumerate(stage.hardware.inputs().dials) if each.station == station]
        await stage.until(lambda: stage.hardware.inputs().dials[place].dead == "ab"[phase])
        port.let_go(line.number)

    return dead


async def expander_reset(stage: Stage) -> None:
    """Expanders lose how they were set up, also while a key is down."""
    for name in ("red", "both", "blue", "red"):
        before = stage.fingers.presses
        await stage.until(lambda before=before: stage.fingers.presses > before)  # type: ignore[misc]
        stage.ports[name].reset()
        await asyncio.sleep(3)


async def expander_gone(stage: Stage) -> None:
    """The expander of one boat and that of the course keys and lamps answer nothing for a while.

    A key may be down then, as one that is stuck: it was not pressed anew when the expander comes back.
    """
    await stage.until(lambda: stage.given() >= BEGUN)
    for name in ("red", "both"):
        stage.ports[name].dead = True
        await asyncio.sleep(9)
        stage.ports[name].dead = False
        await asyncio.sleep(7)


async def lines_gone(stage: Stage) -> None:
    """Even the lines of the Pi itself fail: all dials."""
    await stage.until(lambda: stage.given() >= BEGUN)
    stage.ports[""].dead = True
    await asyncio.sleep(9)
    stage.ports[""].dead = False


# Panels


async def nack(stage: Stage) -> None:
    """Frames break off in the middle, now here, now there."""
    while stage.given() < 3 * BEGUN:
        stage.sockets[stage.random.choice([*stage.sockets])].breaks = stage.random.randrange(140)
        await asyncio.sleep(0.4)
    for socket in stage.sockets.values():
        socket.breaks = None


async def unplugged(stage: Stage) -> None:
    """Panels are pulled out while they are written, and come back later."""
    for name in ("red-1", "blue-3"):
        socket = stage.sockets[name]
        socket.soon(3, socket.pull)
        await stage.until(lambda socket=socket: socket.chip is None)  # type: ignore[misc]
        await asyncio.sleep(12)
        socket.plug(stage.fresh())


async def bus_stuck(stage: Stage) -> None:
    """Something holds the lines of the bus for a while."""
    await stage.until(lambda: stage.given() >= BEGUN)
    stage.wires.stuck = True
    await asyncio.sleep(15)
    stage.wires.stuck = False


async def mux_hangs(stage: Stage) -> None:
    """A channel hangs the whole bus, and only the reset line of the mux frees it."""
    await stage.until(lambda: stage.given() >= BEGUN)
    reset = next(bus.mux.reset for bus in stage.profile.buses if bus.mux)
    assert reset
    stage.wires.stuck = True
    await stage.until(lambda: reset.number in stage.ports[reset.chip].pulses)
    stage.wires.stuck = False


async def panel_swapped(stage: Stage) -> None:
    """Panels are swapped for new ones without a word, while they are written and while they are not."""
    for name, later in (("red-1", 0), ("blue-1", 5), ("red-4", 1)):
        socket = stage.sockets[name]
        old = socket.chip
        socket.soon(later, lambda socket=socket: socket.plug(stage.fresh()))  # type: ignore[misc]
        await stage.until(lambda socket=socket, old=old: socket.chip is not old)  # type: ignore[misc]
        await asyncio.sleep(4)


async def panel_reset(stage: Stage) -> None:
    """The power of all panels dips: they forget everything at once."""
    await stage.until(lambda: stage.given() >= BEGUN)
    for socket in stage.sockets.values():
        socket.plug(stage.fresh())


# Bell


async def bell_fails(stage: Stage) -> None:
    """The bell cannot be set for a while, then its PWM vanishes and comes back."""
    await stage.until(lambda: stage.given() >= BEGUN)
    stage.kernel.faults["duty_cycle"] = errno.EIO
    await stage.until(lambda: any(each.kind == "bell" and each.state is DeviceState.FAILED for each in stage.told))
    del stage.kernel.faults["duty_cycle"]
    await asyncio.sleep(10)
    stage.kernel.unplug()
    await asyncio.sleep(5)
    stage.kernel.plug()


class Case(NamedTuple):
    """A trouble, and how it shows that it really was there."""

    trouble: Trouble
    seen: Callable[[Played], object]


def failed(kind: str, *names: str) -> Callable[[Played], bool]:
    """Return whether some devices were told as failed."""
    return lambda game: (
        {each.name for each in game.told if each.kind == kind and each.state is DeviceState.FAILED} >= {*names}
    )


def erred(kind: str, least: int) -> Callable[[Played], bool]:
    """Return whether devices of a kind had errors."""
    return lambda game: sum(each.errors for each in game.standings if each.kind == kind) >= least


CASES: dict[str, Case] = {
    "bounce": Case(bounce, lambda game: sum(key.noise for key in game.inputs.keys)),
    "telegraph noise": Case(noise, lambda game: all(key.noise for key in game.inputs.keys)),
    "edges missed": Case(edges_missed, lambda game: sum(key.lost + key.repaired for key in game.inputs.keys)),
    "queue overflow": Case(queue_overflow, lambda game: game.inputs.dropped),
    "key stuck": Case(key_stuck, lambda _: True),
    "phases swapped": Case(phases_swapped, lambda _: True),
    "phase A dead": Case(phase_dead("blue-1", 0), lambda _: True),
    "phase B dead": Case(phase_dead("red-1", 1), lambda _: True),
    "expander reset": Case(expander_reset, erred("lines", 4)),
    "expander gone": Case(expander_gone, failed("lines", "red", "both")),
    "lines gone": Case(lines_gone, failed("lines", "")),
    "NACK in mid-frame": Case(nack, erred("panel", 10)),
    "panel unplugged": Case(unplugged, failed("panel", "red-1", "blue-3")),
    "bus stuck": Case(bus_stuck, failed("panel", "red-1", "blue-4")),
    "mux hangs": Case(mux_hangs, failed("panel", "red-1", "blue-4")),
    "panel swapped": Case(panel_swapped, erred("panel", 3)),
    "panels reset": Case(panel_reset, erred("panel", 8)),
    "bell fails": Case(bell_fails, failed("bell", "red+blue")),
}


TOGETHER = [
    ["bounce", "expander reset", "bell fails", "NACK in mid-frame"],
    *(["telegraph noise", "panel unplugged"], ["edges missed", "panel swapped"], ["queue overflow", "panels reset"]),
    ["key stuck", "phase A dead", "bus stuck"],
    ["phases swapped", "phase B dead", "expander gone", "lines gone", "mux hangs"],
]
"""Troubles of one game are told apart by what is seen of them: none could hide that another was not there."""


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The game on contacts that do not bounce, with nothing wrong anywhere."""
    game = played(tmp_path_factory.mktemp("sys"), clean=True)
    assert game.whole
    assert game.inputs.errors == 0
    assert sum(key.noise for key in game.inputs.keys) == 0
    assert len(game.orders) > 4 * BEGUN
    return game


def test_every_fault_of_the_model_has_its_case() -> None:
    assert set(FAULTS) <= set(CASES)
    assert sorted(name for names in TOGETHER for name in names) == sorted(CASES)


@pytest.mark.parametrize("names", [[name] for name in CASES] if SOAK else TOGETHER, ids=" and ".join)
def test_a_game_ends_as_it_would_without(names: list[str], undisturbed: Played, tmp_path: Path) -> None:
    game = played(tmp_path, *(CASES[name].trouble for name in names))
    assert all(CASES[name].seen(game) for name in names)
    assert (game.orders, game.digest) == (undisturbed.orders, undisturbed.digest)
    assert game.whole, (game.right, game.standings)


@pytest.mark.parametrize("left_out", [{"telegraph noise"}, {"edges missed", "queue overflow"}], ids=["lost", "noise"])
def test_a_game_ends_as_it_would_when_everything_goes_wrong(
    left_out: set[str], undisturbed: Played, tmp_path: Path
) -> None:
    """Noise whose end nobody saw is a press to everybody: so edges that are lost, and noise, each have their game."""
    game = played(tmp_path, *(case.trouble for name, case in CASES.items() if name not in left_out))
    assert (game.orders, game.digest) == (undisturbed.orders, undisturbed.digest)
    assert game.whole, (game.right, game.standings)
    assert len(game.orders) < game.presses


def test_a_wrong_press_would_be_found(undisturbed: Played, tmp_path: Path) -> None:
    """The proof can fail: a key that nobody pressed makes it another game."""

    async def ghost(stage: Stage) -> None:
        await stage.until(lambda: stage.given() >= DIVED)
        for key in ("north", "east", "west"):
            line = stage.fingers.keys["red-1", key].line
            stage.ports[line.chip].set_level(line.number, 0)
            await asyncio.sleep(0.2)
            stage.ports[line.chip].set_level(line.number, 1)

    assert played(tmp_path, ghost).digest != undisturbed.digest
