"""The link's own stream and TCP over PPP by the clock, in one guest of User-Mode Linux."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from klaxon.cli.bench.link.carriers import OURS, PATIENCE, PPP
from klaxon.cli.bench.minute import quantile
from klaxon.link.modelled.noise import LINES

TOOLS = Path(__file__).parents[5] / "tools" / "kernel"
"""Only a checkout has them."""
SECONDS_AN_ORDER = 0.6
"""The time of an order with its pause, with room to spare."""
PPP_OPTIONS = ("noipv6",)


def beside_ppp(sizes: Mapping[str, Sequence[int]], *, orders: int) -> dict[str, Any]:
    """Measure both; return line -> carrier -> figures, or what is lacking for it."""
    try:
        kernel, ppp = _tool("build"), _tool("ppp")
    except OSError as error:
        return {"lacking": str(error)}
    seconds = orders * SECONDS_AN_ORDER
    work = {**sizes, "carriers": [OURS, PPP], "seed": 1, "orders": orders, "seconds": seconds, "ppp": [*PPP_OPTIONS]}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(work, file)
        file.flush()
        told = _in_guest(kernel, ppp, file.name, 2 * len(LINES) * (seconds + 2 * PATIENCE))
    try:
        found = json.loads(told.splitlines()[-1])
    except (IndexError, ValueError):
        return {"lacking": f"the guest said: {told[-300:]}"}
    lines = {line: {carrier: _figures(each) for carrier, each in carriers.items()} for line, carriers in found.items()}
    return {"lines": lines, "kernel": Path(kernel).name, "orders": orders}


def _tool(name: str) -> str:
    """Return what a tool prints: the folder where it keeps what it made. OSError with the reason where it cannot."""
    if not (TOOLS / name).exists():
        raise OSError(f"it needs a checkout of Klaxon, with {TOOLS / name}")
    done = subprocess.run([TOOLS / name], capture_output=True, text=True, check=False)  # noqa: S603 - our own tool
    if done.returncode:
        raise OSError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"{name} failed")
    return done.stdout.strip()


def _in_guest(kernel: str, ppp: str, work: str, seconds: float) -> str:
    libraries = ":".join(str(folder) for folder in sorted(Path(ppp, "usr/lib").glob("*-linux-gnu")))
    settings = [f"LD_LIBRARY_PATH={libraries}", f"PPPD={ppp}/usr/sbin/pppd"]
    command = ["env", *settings, sys.executable, "-m", "klaxon.cli.bench.link.carriers", work]
    done = subprocess.run(  # noqa: S603 - our own tool
        [TOOLS / "run", "-k", kernel, "--", *command],
        env={**os.environ, "UML_TIMEOUT": str(round(seconds))},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout or done.stderr


def _figures(measured: Mapping[str, Any]) -> dict[str, Any]:
    delays = sorted(measured["delays"])
    shares = (("p50", 50), ("p99", 99), ("longest", 100))
    times = {name: round(quantile(delays, share) * 1000, 1) for name, share in shares} if delays else {}
    return {
        "orders": len(delays),
        **times,
        "unanswered": measured["unanswered"],
        "bytes": measured["carried"],
        "error": measured.get("error", ""),
    }
