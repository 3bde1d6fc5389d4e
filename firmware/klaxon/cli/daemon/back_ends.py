"""The ways in which a console runs, one for each back-end of a profile."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext
from dataclasses import replace

from klaxon.cli import FOUND
from klaxon.cli.daemon.console_page import serve_console_page
from klaxon.cli.daemon.console_run import ConsoleRun
from klaxon.cli.daemon.kept_settings import LearnedDials
from klaxon.cli.daemon.usb import start_usb
from klaxon.console.console import Console
from klaxon.console.devices import Fitting, Picture
from klaxon.console.language.catalogue import say
from klaxon.console.profile import learned
from klaxon.console.settings import station_settings
from klaxon.hal.virtual import VirtualConsole

HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - a real console is opened on phones, with secret keys
"""Where a page is served: a virtual console's for this machine, a real one's for the whole network."""


async def _run_null(run: ConsoleRun) -> int:
    """Run a console without any devices: for trying the daemon alone."""
    from klaxon.hal.null import NullDials, null_devices

    run.say("run.null")
    dials = NullDials()
    await run.console(replace(null_devices(), dials=dials), dials.probe).run()
    return 0


async def _run_virtual(run: ConsoleRun) -> int:
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


async def _run_pi(run: ConsoleRun) -> int:
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


async def _play(run: ConsoleRun, console: Console, outside: VirtualConsole) -> None:
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


def _watch_socket(run: ConsoleRun, console: Console, hardware: VirtualConsole) -> AbstractAsyncContextManager[None]:
    """Let `klaxon watch` see the panels, if there is a folder for its socket."""
    if run.asked.keep_nothing:
        return nullcontext()
    from klaxon.web.server.watch_socket import NAME, open_watch_socket

    return open_watch_socket(run.folder / NAME, hardware, console.labels, console.onlookers.at)


def _opened(run: ConsoleRun, link: str) -> AbstractContextManager[None]:
    """Open the page in a browser, if that is wanted and there is a screen."""
    if not run.asked.open or not _has_screen():
        return nullcontext()
    from klaxon.cli.daemon.browser import open_link

    return open_link(link)


def _has_screen() -> bool:
    return sys.stdout.isatty() and bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


BACK_ENDS = {"pi": _run_pi, "virtual": _run_virtual, "null": _run_null}
"""Back-end of a profile -> what runs a console on it; returns the exit status."""
