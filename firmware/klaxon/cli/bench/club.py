"""`klaxon bench club`: a hall of 10 to 200 tables by the clock, with a real Mosquitto and a desk on this machine."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from klaxon.cli.bench.rounds import Rounds
from klaxon.rules.games import FIRST_GAME

if TYPE_CHECKING:
    from klaxon.club.desk.results import VerifyJob
    from klaxon.club.desk.running import RunningDesk
    from klaxon.club.journals import JournalVerdict

SIZES = (10, 50, 100, 200)
SECONDS = 15.0
"""By the clock, for each size; as long again while the broker is killed and all come back."""
PAUSE = 0.01
"""Seconds between two looks at the desk's loop: what comes later than that is its lag."""
LONGEST = 120.0


def measure(rounds: Rounds, *, as_json: bool, plot: Path | None = None) -> None:
    """Measure a hall of each size, then print what was found."""
    broker = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    missing = [name for name in ("paho", "cryptography", "networkx") if find_spec(name) is None]
    if broker is None or missing:
        sys.stderr.write(f"klaxon bench club needs {missing[0] if missing else 'Mosquitto: apt install mosquitto'}.\n")
        return
    found = []
    for number, tables in enumerate(SIZES):
        rounds.say(number)
        found.append({"tables": tables, **asyncio.run(_hall(broker, tables, SECONDS))})
    rounds.say(None)
    if plot is not None:
        from klaxon.cli.plot import club_drawing

        plot.write_text(club_drawing(found), "utf-8")
    sys.stdout.write(f"{json.dumps(found)}\n" if as_json else _table(found))


def _table(found: Sequence[Mapping[str, Any]]) -> str:
    heads = ("tables", "messages/s", "reports", "p50 ms", "p99 ms", "lag p99 ms", "desk CPU %", "KB/table", "back s")
    lines: list[tuple[str, ...]] = [heads]
    for one in found:
        values = [one["messages_a_second"], one["reports"], _ms(one["p50"]), _ms(one["p99"]), _ms(one["lag_p99"])]
        values += [one["desk_cpu_percent"], one["kilobytes_a_table"], one["back_seconds"]]
        lines.append((str(one["tables"]), *map(str, values)))
    return "".join("  ".join(f"{cell:>10}" for cell in line) + "\n" for line in lines)


def _ms(seconds: float | None) -> str:
    return "-" if seconds is None else f"{1000 * seconds:.1f}"


async def _hall(broker: str, tables: int, seconds: float) -> dict[str, Any]:
    from klaxon.cli.bench.club_tables import quantile, table_id
    from klaxon.club.broker.access import draw_password
    from klaxon.club.broker.hall_files import HallFiles
    from klaxon.club.desk.running import RunningDesk
    from klaxon.club.topics import DESK_USER

    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        files = HallFiles(Path(folder) / "broker")
        files.prepare(port)
        files.passwords |= {table_id(number): draw_password() for number in range(tables)}
        files.keep()
        account = files.account(DESK_USER, "127.0.0.1", port)
        running = RunningDesk(Path(folder) / "desk", lambda: account, verify=_believe)
        for number in range(tables):
            running.desk.hall.add_table(table_id(number), f"Table {number}", "")
        process = _start_broker(broker, files.folder, port)
        task = asyncio.create_task(running.run())
        lags: list[float] = []
        watching = asyncio.create_task(_watch(lags))
        command = [sys.executable, "-m", "klaxon.cli.bench.club_tables"]
        arguments = (str(files.folder), str(port), str(tables), str(2 * seconds))
        child = await asyncio.create_subprocess_exec(*command, *arguments, stdout=asyncio.subprocess.PIPE)
        try:
            await _until(lambda: _all_here(running, tables))
            begun, used = time.monotonic(), _cpu()
            await asyncio.sleep(seconds)
            cpu = (_cpu() - used) / (time.monotonic() - begun)
            process.kill()
            process.wait()
            await _until(lambda: not running.desk.is_connected)
            process = _start_broker(broker, files.folder, port)
            killed = time.monotonic()
            await _until(lambda: _all_here(running, tables))
            back = time.monotonic() - killed
            told = json.loads((await child.communicate())[0])
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
            watching.cancel()
            task.cancel()
            await asyncio.gather(task, watching, return_exceptions=True)
            process.kill()
            process.wait()
        return {
            **told,
            "messages_a_second": round(told["messages"] / (2 * seconds)),
            "lag_p99": quantile(sorted(lags), 0.99),
            "desk_cpu_percent": round(100 * cpu),
            "back_seconds": round(back, 1),
        }


def _believe(jobs: Sequence[VerifyJob]) -> list[JournalVerdict]:
    """Verify nothing: the time of that is the rules' own, in a process apart."""
    from klaxon.club.journals import JournalVerdict

    return [JournalVerdict("", FIRST_GAME, "", {"winner": "red", "reason": "sunk"}) for _ in jobs]


def _all_here(running: RunningDesk, tables: int) -> bool:
    return running.desk.is_connected and sum(table.here for table in running.desk.hall.tables.values()) == tables


async def _watch(lags: list[float]) -> None:
    while True:
        begun = time.monotonic()
        await asyncio.sleep(PAUSE)
        lags.append(time.monotonic() - begun - PAUSE)


async def _until(check: Callable[[], bool]) -> None:
    for _ in range(round(LONGEST / PAUSE)):
        if check():
            return
        await asyncio.sleep(PAUSE)
    raise TimeoutError("the hall does not come together")


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _start_broker(broker: str, folder: Path, port: int) -> subprocess.Popen[bytes]:
    own = (folder / "mosquitto.conf").read_text("utf-8").replace(f"listener {port}", f"listener {port} 127.0.0.1")
    settings = folder / "bench.conf"
    run_as = "user root\n" if os.geteuid() == 0 else ""  # else it gives up the rights that its folder needs
    settings.write_text(f"{own}persistence_location {folder}/\nlog_dest none\n{run_as}", "utf-8")
    return subprocess.Popen([broker, "-c", str(settings)], stderr=subprocess.DEVNULL)  # noqa: S603 - the broker that is measured
