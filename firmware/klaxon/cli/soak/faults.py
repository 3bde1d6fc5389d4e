"""Faults of a soak: every fault of the models, in an order and at moments drawn from a seed.

Each hour has the same faults at the same moments, so that hours can be compared. They come one after another, each is
repaired after a while, and between them there is time for everything to recover.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random

from klaxon.cli.soak.stage import Stage
from klaxon.hal.input_lines import MS

HOUR = 3600.0
AN_HOUR = 32
"""Faults in an hour: each kind occurs twice."""
WHILE = 8.0
"""Seconds that something stays broken."""

Trouble = Callable[[Stage, Random], Awaitable[None]]


async def noise(stage: Stage, random: Random) -> None:
    """Static on lines whose contacts do not move, shorter than the debounce time."""
    for line in random.sample([key.line for key in stage.fingers.keys.values()], 5):
        port = stage.ports[line.chip]
        port.flip(line.number)
        await asyncio.sleep(random.randrange(1, 11 * MS) / 1e9)
        port.flip(line.number)
        await asyncio.sleep(random.random())


async def edges_missed(stage: Stage, _: Random) -> None:
    """One edge in eight gets lost."""
    for port in stage.ports.values():
        port.rate = 0.125
    await asyncio.sleep(WHILE)
    for port in stage.ports.values():
        port.rate = 0.0


async def queue_overflow(stage: Stage, random: Random) -> None:
    """A full queue drops some edges."""
    port = stage.ports[random.choice([*stage.ports])]
    port.full = 16
    await asyncio.sleep(WHILE)
    port.full = 0


async def key_stuck(stage: Stage, random: Random) -> None:
    """A course key or a push stays down."""
    keys = [key.line for (_, name), key in stage.fingers.keys.items() if name not in ("ok", "back", "stop")]
    line = random.choice(keys)
    stage.ports[line.chip].hold(line.number, 0)
    await asyncio.sleep(WHILE)
    stage.ports[line.chip].let_go(line.number)


async def dial_dead(stage: Stage, random: Random) -> None:
    """A wire of a dial is disconnected."""
    line = random.choice(stage.fingers.phases(random.choice([*stage.sockets])))
    stage.ports[line.chip].hold(line.number, 1)
    await asyncio.sleep(WHILE)
    stage.ports[line.chip].let_go(line.number)


async def expander_reset(stage: Stage, random: Random) -> None:
    """An expander loses its configuration."""
    stage.ports[random.choice(_expanders(stage))].reset()


async def expander_gone(stage: Stage, random: Random) -> None:
    """An expander does not answer for a while."""
    await _kill_device(stage, random.choice(_expanders(stage)))


async def lines_gone(stage: Stage, _: Random) -> None:
    """Even the lines of the Pi itself fail."""
    await _kill_device(stage, "")


async def nack(stage: Stage, random: Random) -> None:
    """Transactions fail in the middle, on changing panels."""
    for _ in range(12):
        stage.sockets[random.choice([*stage.sockets])].breaks = True
        await asyncio.sleep(0.5)


async def panel_pulled(stage: Stage, random: Random) -> None:
    """A panel is pulled out, and another put in later."""
    socket = stage.sockets[random.choice([*stage.sockets])]
    socket.pulled = True
    await asyncio.sleep(WHILE)
    socket.swap()


async def panel_swapped(stage: Stage, random: Random) -> None:
    """A panel is swapped for a new one unnoticed."""
    stage.sockets[random.choice([*stage.sockets])].swap()


async def power_dips(stage: Stage, _: Random) -> None:
    """All panels lose their memory at once."""
    for socket in stage.sockets.values():
        socket.swap()


async def bus_stuck(stage: Stage, random: Random) -> None:
    """Something holds the lines of a bus; the reset of its mux frees it if there is one, else it is repaired."""
    wires = random.choice([*stage.wires.values()])
    resets = [bus.mux.reset for bus in stage.profile.buses if bus.mux and bus.mux.reset]
    before = Counter(stage.ports[""].pulses)
    wires.stuck = True
    for _ in range(int(WHILE)):
        await asyncio.sleep(1)
        if any(stage.ports[line.chip].pulses[line.number] > before[line.number] for line in resets):
            break
    wires.stuck = False


async def bell_fails(stage: Stage, _: Random) -> None:
    """The bells fail for a while."""
    for bell in stage.bells:
        bell.broken = True
    await asyncio.sleep(WHILE)
    for bell in stage.bells:
        bell.broken = False


async def disk_slow(stage: Stage, _: Random) -> None:
    """Every commit takes longer than a table waits silently."""
    stage.disk.slow = 0.4
    await asyncio.sleep(WHILE)
    stage.disk.slow = 0.0


async def disk_full(stage: Stage, _: Random) -> None:
    """Nothing can be written until there is space again."""
    stage.disk.full = True
    await asyncio.sleep(WHILE)
    stage.disk.full = False


FAULTS: dict[str, Trouble] = {
    "noise on lines": noise,
    "edges missed": edges_missed,
    "queue overflow": queue_overflow,
    "key stuck": key_stuck,
    "dial dead": dial_dead,
    "expander reset": expander_reset,
    "expander gone": expander_gone,
    "lines gone": lines_gone,
    "NACK": nack,
    "panel pulled": panel_pulled,
    "panel swapped": panel_swapped,
    "power dips": power_dips,
    "bus stuck": bus_stuck,
    "bell fails": bell_fails,
    "disk slow": disk_slow,
    "disk full": disk_full,
}
"""Name -> fault."""


def plan_faults(seed: str) -> list[tuple[float, str]]:
    """Return the faults of an hour: when each begins, in seconds, and which it is."""
    random = Random(seed)  # noqa: S311 - faults need no cryptography
    names = [name for _ in range(AN_HOUR // len(FAULTS)) for name in random.sample([*FAULTS], len(FAULTS))]
    apart = HOUR / len(names)
    return [((place + random.random() / 2) * apart, name) for place, name in enumerate(names)]


class Mischief:
    """Runs the faults of an hour, hour after hour."""

    def __init__(self, stage: Stage, seed: str) -> None:
        """Plan them."""
        self._stage, self._seed, self._plan = stage, seed, plan_faults(seed)
        self.done: list[tuple[float, str]] = []
        """(seconds since the beginning, fault) of those that happened."""
        self.under_way = ""

    async def run(self) -> None:
        """Go on until it is cancelled; then repair everything."""
        loop = asyncio.get_running_loop()
        begun, hour = loop.time(), 0
        while True:
            random = Random(self._seed)  # noqa: S311 - as above
            for at, name in self._plan:
                await asyncio.sleep(max(0.0, begun + hour * HOUR + at - loop.time()))
                self.done.append((loop.time() - begun, name))
                self.under_way = name
                await FAULTS[name](self._stage, random)
                self.under_way = ""
            hour += 1

    def mend(self) -> None:
        """Undo whatever an interrupted fault has left."""
        mend(self._stage)


def mend(stage: Stage) -> None:
    """Undo whatever an interrupted fault has left."""
    for port in stage.ports.values():
        port.rate, port.full, port.dead = 0.0, 0, False
        for number in [*port.held]:
            port.let_go(number)
        for number in [*port.noise]:
            port.flip(number)
    for wires in stage.wires.values():
        wires.stuck = False
    for socket in stage.sockets.values():
        socket.breaks = False
        if socket.pulled:
            socket.swap()
    for bell in stage.bells:
        bell.broken = False
    stage.disk.slow, stage.disk.full = 0.0, False


def _expanders(stage: Stage) -> list[str]:
    return [name for name in stage.ports if name] or [""]


async def _kill_device(stage: Stage, name: str) -> None:
    stage.ports[name].dead = True
    await asyncio.sleep(WHILE)
    stage.ports[name].dead = False
