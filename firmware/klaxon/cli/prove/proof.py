"""A proof: every part in its order, those that a machine or a profile cannot have said to be untried."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from klaxon.cli.doctor.check import LEVELS, TO_DO, Finding
from klaxon.cli.prove.by_hand import Ask, Tell, try_bell, try_edges, try_panels
from klaxon.cli.prove.loop_back import Watch, try_loop_back
from klaxon.cli.prove.meter import Meter
from klaxon.cli.prove.part import ProofPart, judge_part, leave_untried
from klaxon.cli.prove.played_parts import measure_latency, try_soak
from klaxon.cli.prove.wired import Open, settle
from klaxon.cli.soak.run import SoakReport
from klaxon.cli.soak.run import Tell as SoakTell
from klaxon.console.language.catalogue import say
from klaxon.console.profile import Profile

PARTS = ("doctor", "panels", "bell", "loop-back", "edges", "soak", "latency")
SETTLED = 10.0
"""Seconds within which a device that works has answered."""
PI = "Raspberry Pi"


class Wanted(NamedTuple):
    """What is to be tried, and by what."""

    minutes: float
    """Of the soak; 0: none."""
    hands: float
    """Seconds for a person to move every key and dial; 0: nobody is there."""
    loop_line: int | None
    """The line at the other end of the wire from the bell's; None: there is no wire."""
    ask: Ask
    tell: Tell
    tell_soak: SoakTell
    watch: Watch


def doctor_part(findings: Sequence[Finding]) -> ProofPart:
    """Return what the doctor found; private facts stay out."""
    open_findings = [finding.without_private_facts() for finding in findings]
    counts = Counter(finding.level for finding in findings)
    wrong = [f"{each.code} {each.text()}" for each in open_findings if each.level in TO_DO]
    figures = {"counts": {level: counts[level] for level in LEVELS}, "checks": [each.plain() for each in open_findings]}
    return judge_part("doctor", wrong, "doctor", figures, count=len(findings))


def why_untried(profile: Profile, model: str) -> str:
    """Return why the wires cannot be tried, as the end of a note's id; '' if they can."""
    if profile.back_end != "pi":
        return "no-wires"
    return "" if model.startswith(PI) else "no-pi"


class Proof:
    """A proof under way: the parts so far are kept when it is broken off."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        """Begin with what the doctor found."""
        self.parts = [doctor_part(findings)]

    def leave_out(self, note: str, **facts: object) -> None:
        """Say of all parts that are not done yet why they are not tried."""
        done = {part.name for part in self.parts}
        self.parts += [leave_untried(name, note, **facts) for name in PARTS if name not in done]

    async def run(self, open_console: Open, folder: Path, wanted: Wanted) -> None:
        """Try everything, in the loop. Broken off, it leaves out what was not done."""
        try:
            await self._run(open_console, folder, wanted)
        except asyncio.CancelledError:
            self.leave_out("broken-off")
        except ModuleNotFoundError as error:
            self.leave_out("no-library", library=error.name)

    async def _run(self, open_console: Open, folder: Path, wanted: Wanted) -> None:
        loop = asyncio.get_running_loop()
        meter, played, found = Meter(loop.time), Meter(loop.time), None
        wanted.tell(say("prove.opening", {}))
        console = open_console(folder, meter, True)
        console.hardware.start()
        try:
            await settle(console, SETTLED)
            self.parts.append(await try_panels(console, meter, wanted.ask))
            self.parts.append(await try_bell(console, wanted.ask))
            self.parts.append(await try_loop_back(console, wanted.loop_line, wanted.watch))
            self.parts.append(await try_edges(console, meter, wanted.hands, wanted.tell))
        finally:
            await console.close()
        if wanted.minutes:
            found = await self._soak(open_console, folder, played, wanted)
        else:
            self.parts.append(leave_untried("soak", "no-minutes"))
        self.parts.append(await measure_latency(meter, played if found else None, found))

    async def _soak(self, open_console: Open, folder: Path, meter: Meter, wanted: Wanted) -> SoakReport:
        wanted.tell(say("prove.soaking", {"minutes": f"{wanted.minutes:g}"}))
        console = open_console(folder, meter, False)
        part, found = await try_soak(console, wanted.minutes, wanted.tell_soak)
        self.parts.append(part)
        return found
