"""The daemon: a console that runs until it is stopped. `klaxon run` without a game starts it."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    closing,
    nullcontext,
)
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from klaxon import data
from klaxon.cli import FOUND, INTERNAL, MISUSED
from klaxon.cli.daemon import logs
from klaxon.cli.daemon.claim import FolderClaim, Holder, claim_folder
from klaxon.cli.daemon.console_page import print_scan_code, serve_console_page
from klaxon.cli.daemon.guard import FreshShelf, StartGuard, safe_profile
from klaxon.cli.daemon.hall_ways import open_hall
from klaxon.cli.daemon.kept_settings import (
    LearnedDials,
    complain,
    read_console_settings,
    read_languages,
    read_records,
    read_station_settings,
)
from klaxon.cli.daemon.link_ways import open_link
from klaxon.cli.daemon.notify import systemd_notify
from klaxon.cli.daemon.usb import start_usb
from klaxon.cli.daemon.vigil import Vigil, runtime_folder
from klaxon.cli.folders import open_shelf, own_profile, state_folder
from klaxon.cli.shelf_key import have_key
from klaxon.console.console import Console
from klaxon.console.devices import Devices, Fitting, Picture
from klaxon.console.language.catalogue import say, say_refusal
from klaxon.console.options import ConsoleOptions
from klaxon.console.play.solver import child_plots
from klaxon.console.profile import Profile, fittings, learned, load, say_flaw
from klaxon.console.records.game_records import GameRecords
from klaxon.console.settings import station_settings
from klaxon.console.settings.console_settings import WON, ConsoleSettings
from klaxon.console.settings.station_languages import StationLanguages, language_list
from klaxon.console.settings.store import BackgroundWriter
from klaxon.crew import NOVICE, SKILL
from klaxon.hal.virtual import VirtualConsole
from klaxon.link.console_link import ConsoleLink
from klaxon.rules.contract import Refusal, Seat
from klaxon.table.disk.journal import JournalError
from klaxon.table.disk.shelf import Shelf
from klaxon.table.host import Tokens, seat_understudies
from klaxon.table.table import Table

if TYPE_CHECKING:  # loaded where this console may be a table of a hall
    from klaxon.club.table_side.hall_link import HallLink

_log = logging.getLogger(logs.LOGGER)

HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - a real console is opened on phones, with secret keys
"""Where a page is served: a virtual console's for this machine, a real one's for the whole network."""
ATTRACT = {"pi": 3.0}
"""Back-end -> minutes without input after which a demonstration game is shown; nobody walks past a browser page."""


@dataclass
class _Run:
    """One run of the daemon: its options, and what it found."""

    asked: argparse.Namespace
    profile: Profile
    folder: Path
    shelf: Shelf | None
    vigil: Vigil
    claim: FolderClaim = field(default_factory=FolderClaim)
    switch_off: bool = False
    """The power key was held: switch the machine off when everything is closed."""
    station_languages: StationLanguages = field(default_factory=StationLanguages)
    console_settings: ConsoleSettings = field(default_factory=ConsoleSettings)
    kept_settings: station_settings.Chosen = field(default_factory=dict)
    """The saved settings of the stations."""
    records: GameRecords | None = None
    """Who played the games that are over; None where no game is kept."""
    trouble: Refusal | None = None
    """What the first station reports when it shows the lobby."""
    link: ConsoleLink = field(init=False)
    """The link to another console."""
    hall: HallLink | None = field(init=False)
    """The way into the hall of a club."""
    fittings: tuple[Fitting, ...] = field(init=False)
    lamps: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.fittings = fittings(self.profile)
        self.link = open_link(self.asked, self.profile, self.folder, self.shelf)
        self.hall = open_hall(self.asked, self.folder)
        fitted = tuple(lamp.name for lamp in self.profile.lamps)
        self.lamps = fitted if self.profile.back_end == "pi" else self.profile.sides

    def console(self, devices: Devices, enter: Callable[[str], None]) -> Console:
        """Return the console; `enter` is where the watchdog's zero-step dial turn enters."""
        crew = _Understudies(self.asked.pace)
        watched = self.vigil.before(devices, [fitting.name for fitting in self.fittings])
        minutes = ATTRACT.get(self.profile.back_end, 0.0) if self.asked.attract is None else self.asked.attract
        is_new = not self.asked.keep_nothing and self.console_settings.of("first_game") != WON
        options = ConsoleOptions(
            self.lamps,
            child_plots,
            self.station_languages,
            self.console_settings,
            skill=self.asked.skill or (NOVICE if is_new else SKILL),
            welcomes=not self.asked.keep_nothing,
            has_service=self.profile.back_end != "virtual",
            records=self.records,
            trouble=self.trouble,
            attract_after=minutes * 60 or None,
            other_console=self.link,
            hall=self.hall,
        )
        console = Console(self.fittings, watched, self.shelf, crew, options)
        if self.hall is not None:
            self.hall.attach(console, self.shelf, devices.device_health)
            asyncio.get_running_loop().call_soon(self.hall.start)
        asyncio.get_running_loop().call_soon(self.link.start)
        if not self.asked.keep_nothing:
            keep = BackgroundWriter(self.folder, station_settings.STORE.write, complain)
            console.applied_settings.begin(self.kept_settings, keep, coached=is_new)
        if logs.under_systemd():
            logs.set_up(lambda: console.match.table_name)
        self.vigil.attend(console, enter, say("run.ready", {"profile": self.profile.name}))
        return console

    def last_words(self, fitting: Fitting) -> Sequence[str]:
        """Return what a panel shows after the end, line by line; it stays there."""
        halts = self.switch_off or self.vigil.halts()
        return say("run.last.off" if halts else "run.last", {}, self.station_languages.of(fitting.name)).split("\n")

    def say(self, words: str, **facts: str) -> None:
        data = {"profile": self.profile.name, **facts}
        lines = [words, *(f"run.{role}" for role in ("door", "local", "umpire", "spectator") if role in facts)]
        text = json.dumps(data) if self.asked.json else "\n".join(say(line, data) for line in lines)
        if "page" in facts and logs.under_systemd() and self.vigil.keep_links(text):
            text = say("run.quiet", {**data, "folder": self.vigil.runtime})  # links and PIN are for no log
        print(text, flush=True)
        if "door" in facts and not self.asked.json and sys.stdout.isatty():
            print_scan_code(f"{facts['door']}/j/{facts['code']}".upper())


def run_console(asked: argparse.Namespace) -> int:
    """Run the console of a profile until a signal or the power key ends it."""
    folder = asked.folder or state_folder()
    if logs.under_systemd():
        logs.set_up(lambda: "")
    shelf = None if asked.keep_nothing else open_shelf(folder)
    claim = FolderClaim() if shelf is None else claim_folder(folder)
    if isinstance(claim, Holder):
        words = "run.taken" if claim.page else "run.taken.pageless"
        complain(say(words, {"folder": folder, "process": claim.process, "page": claim.page}))
        return FOUND
    with closing(claim):
        return _run_claimed(asked, folder, shelf, claim)


def _run_claimed(asked: argparse.Namespace, folder: Path, shelf: Shelf | None, claim: FolderClaim) -> int:
    """Run the console with a folder that no other console uses."""
    name = asked.profile or own_profile()
    notify = systemd_notify()
    vigil = Vigil(notify, StartGuard(folder) if notify.address and shelf else None, runtime_folder())
    vigil.begin()
    profile = safe_profile(name) if vigil.safe else load(name)
    if not isinstance(profile, Profile):
        sys.stderr.writelines(f"klaxon run: {say_flaw(name, flaw)}\n" for flaw in profile)
        return FOUND
    if asked.language not in ("", *data.languages()):
        refusal = say_refusal("no-language", {"language": asked.language, "names": language_list()})
        sys.stderr.write(f"klaxon run: {refusal}\n")
        return MISUSED
    if shelf is not None and vigil.safe:
        shelf = FreshShelf(folder)
    try:  # it is read, or made and on the disk, before anybody plays
        trouble = have_key(shelf) if shelf is not None else None
    except JournalError as error:
        sys.stderr.write(f"klaxon run: {say_refusal(error.code, error.facts)}\n")
        return FOUND
    station_languages, settings = read_languages(asked, profile, folder), read_console_settings(asked, folder)
    kept_settings = read_station_settings(asked, folder)
    run = _Run(
        asked,
        profile,
        folder,
        shelf,
        vigil,
        claim,
        station_languages=station_languages,
        console_settings=settings,
        kept_settings=kept_settings,
        records=read_records(asked, folder),
    )
    run.trouble = trouble
    try:
        status = asyncio.run(_until_told(_RUNS[profile.back_end], run))
    except Exception:  # a journal is read by others: there it is told without its words, elsewhere as always
        if not logs.under_systemd():
            raise
        _log.exception("the console has ended by itself")  # its words could be anybody's secret
        return INTERNAL
    if not status:
        vigil.on_end(halts=run.switch_off or vigil.halts())
    if run.switch_off and not vigil.ask_for_poweroff():
        from klaxon.hal.pi.power import poweroff

        asyncio.run(poweroff())
    return status


async def _until_told(runs: Callable[[_Run], Awaitable[int]], run: _Run) -> int:
    task = asyncio.ensure_future(runs(run))

    def stop() -> None:
        run.vigil.end(say("run.stopping", {}))
        task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop)
    try:
        return await task
    except asyncio.CancelledError:
        return 0
    finally:
        run.link.close()
        if run.hall is not None:
            run.hall.close()


async def _run_null(run: _Run) -> int:
    """Run a console without any devices: for trying the daemon alone."""
    from klaxon.hal.null import NullDials, null_devices

    run.say("run.null")
    dials = NullDials()
    await run.console(replace(null_devices(), dials=dials), dials.probe).run()
    return 0


async def _run_virtual(run: _Run) -> int:
    """Run the console in the browser."""
    from klaxon.web.server.serve import ServeError

    hardware = VirtualConsole(run.fittings, run.lamps)
    usb = start_usb(run.profile, hardware.grip(), None if run.asked.keep_nothing else run.folder, run.say)
    console = run.console(replace(hardware.devices(), usb=usb), hardware.probe)
    try:
        async with (
            _watch_socket(run, console, hardware),
            serve_console_page(run, console, hardware, run.asked.host or HERE) as links,
        ):
            run.say("run.virtual", **links)
            with _opened(run, links["page"]):
                await console.run()
    except ServeError as error:
        sys.stderr.write(f"klaxon run: {say(f'web.{error.code}', error.facts)}\n")
        return FOUND
    finally:
        if usb is not None:
            usb.close()
    return 0


async def _run_pi(run: _Run) -> int:
    """Run a real console; its stations can be opened on phones too."""
    try:
        from klaxon.hal.mirrored import mirror
        from klaxon.hal.pi.console import PiConsole
        from klaxon.hal.pi.panels.mounting import card

        lessons = LearnedDials(run.folder)
        dials = {} if run.vigil.safe else lessons.dials
        task = asyncio.current_task()

        def switch_off() -> None:
            run.switch_off = True
            if task is not None:
                task.cancel()

        def hello(fitting: Fitting) -> Picture:
            shown = card(fitting, say("run.hello", {}, run.station_languages.of(fitting.name)), fitting.name)
            return (
                station_settings.rotate_picture(shown)
                if station_settings.TURNED in run.kept_settings.get(fitting.name, ())
                else shown
            )

        hardware = PiConsole(
            learned.laid_over(run.profile, dials),
            asyncio.get_running_loop(),
            hello=hello,
            keep=lessons.keep,
            power=switch_off,
            way=run.asked.lines,
        )
    except ModuleNotFoundError as error:
        sys.stderr.write(f"klaxon run: {say('run.no-library', {'library': error.name, 'profile': run.profile.name})}\n")
        return FOUND
    outside = VirtualConsole(run.fittings, run.lamps)
    console = run.console(mirror(hardware.devices(), outside), hardware.probe)

    def last(fitting: Fitting) -> Picture:
        shown = card(fitting, *run.last_words(fitting))
        return (
            station_settings.rotate_picture(shown)
            if console.station_settings.has(fitting.name, station_settings.TURNED)
            else shown
        )

    hardware.start()
    try:
        async with _watch_socket(run, console, outside):
            await _play(run, console, outside)
    finally:
        hardware.close(last)
    return 0


async def _play(run: _Run, console: Console, outside: VirtualConsole) -> None:
    """Run the stations, and serve their pages if possible: without a network they still have their panels."""
    if run.asked.no_page:
        run.say("run.pi.alone")
        await console.run()
        return
    from klaxon.web.server.serve import ServeError

    try:
        async with serve_console_page(run, console, outside, run.asked.host or EVERYWHERE) as links:
            run.say("run.pi", **links)
            await console.run()
    except ServeError as error:
        sys.stderr.write(f"klaxon run: {say(f'web.{error.code}', error.facts)}\n")
        run.say("run.pi.alone")
        await console.run()


def _watch_socket(run: _Run, console: Console, hardware: VirtualConsole) -> AbstractAsyncContextManager[None]:
    """Let `klaxon watch` see the panels, if there is a folder for its socket."""
    if run.asked.keep_nothing:
        return nullcontext()
    from klaxon.web.server.watch_socket import NAME, open_watch_socket

    return open_watch_socket(run.folder / NAME, hardware, console.labels, console.onlookers.at)


_RUNS = {"pi": _run_pi, "virtual": _run_virtual, "null": _run_null}


class _Understudies:
    """Seats understudies at a pace."""

    def __init__(self, pace: str) -> None:
        self._pace = pace

    def __call__(
        self, table: Table, keys: Tokens, crews: Sequence[Sequence[Seat]], skill: str
    ) -> AbstractAsyncContextManager[None]:
        return seat_understudies(table, keys, crews, self._pace, skill)


def _opened(run: _Run, link: str) -> AbstractContextManager[None]:
    """Open the page in a browser, if that is wanted and there is a screen."""
    if not run.asked.open or not _has_screen():
        return nullcontext()
    from klaxon.cli.daemon.browser import open_link

    return open_link(link)


def _has_screen() -> bool:
    return sys.stdout.isatty() and bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
