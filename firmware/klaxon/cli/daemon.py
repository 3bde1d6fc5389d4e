"""The daemon: a console that runs until it is told to end. `klaxon run` without a game starts it."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import signal
import sys
import webbrowser
from collections.abc import Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from klaxon.cli import FOUND
from klaxon.cli.folders import state_folder
from klaxon.console.console import Console
from klaxon.console.plots import child_plots
from klaxon.console.profile import BOATS, virtual
from klaxon.console.words import say
from klaxon.rules.contract import Seat
from klaxon.table.host import Keys, crewed
from klaxon.table.shelf import Shelf
from klaxon.table.table import Table

PROFILES = ("virtual", "null")
PAGE_KEYS = "page-keys.json"


def run_console(asked: argparse.Namespace) -> int:
    """Run a console until a signal ends it."""
    folder = asked.folder or state_folder()
    shelf = None if asked.keep_nothing else Shelf(folder)
    run = _run_null(asked, shelf) if asked.profile == "null" else _run_virtual(asked, shelf, folder)
    return asyncio.run(_until_told(run))


async def _until_told(run: Coroutine[Any, Any, int]) -> int:
    task = asyncio.create_task(run, name="console")
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        return 0


async def _run_null(asked: argparse.Namespace, shelf: Shelf | None) -> int:
    """Run a console of which nothing is fitted: for trying the daemon alone."""
    from klaxon.hal.null import null_devices

    _say(asked, {"profile": "null"}, say("run.null", {}))
    await Console(virtual(), null_devices(), shelf, _Understudies(asked.pace), asked.skill, child_plots).run()
    return 0


async def _run_virtual(asked: argparse.Namespace, shelf: Shelf | None, folder: Path) -> int:
    """Run the console in the browser."""
    from klaxon.hal.virtual import VirtualConsole
    from klaxon.web.console import Roster
    from klaxon.web.keys import Keyring, kept_keyring
    from klaxon.web.page import Page
    from klaxon.web.serve import ServeError, serve

    fittings = virtual()
    hardware = VirtualConsole(fittings, BOATS)
    console = Console(fittings, hardware.devices(), shelf, _Understudies(asked.pace), asked.skill, child_plots)
    names = [fitting.name for fitting in fittings]
    page = Page(hardware, Keyring.cut(names) if asked.keep_nothing else kept_keyring(folder / PAGE_KEYS, names))

    def call_roll() -> None:
        boats = {boat: say(f"boat.{boat}", {}) for boat in BOATS}
        page.call_roll(Roster(console.labels(), boats, frozenset(console.idle())))

    console.changed = call_roll
    try:
        async with serve(page, asked.host, asked.port) as address:
            gc.collect()
            gc.freeze()  # what is here now stays: no later collection need look at it, which would stall the loop
            link = address.link(page.keys.console)
            _say(asked, {"profile": "virtual", "page": link}, say("run.virtual", {"page": link}))
            if asked.open and _has_screen():
                webbrowser.open(link)
            await console.run()
    except ServeError as error:
        sys.stderr.write(f"klaxon run: {say(f'web.{error.code}', error.facts)}\n")
        return FOUND
    return 0


class _Understudies:
    """Seats understudies at a pace."""

    def __init__(self, pace: str) -> None:
        self._pace = pace

    def __call__(
        self, table: Table, keys: Keys, crews: Sequence[Sequence[Seat]], skill: str
    ) -> AbstractAsyncContextManager[None]:
        return crewed(table, keys, crews, self._pace, skill)


def _say(asked: argparse.Namespace, facts: dict[str, str], words: str) -> None:
    print(json.dumps(facts) if asked.json else words, flush=True)


def _has_screen() -> bool:
    return sys.stdout.isatty() and bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
