"""The daemon: a console that runs until it is stopped. `klaxon run` without a game starts it."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from klaxon import data
from klaxon.cli import FOUND, INTERNAL, MISUSED
from klaxon.cli.daemon import logs
from klaxon.cli.daemon.back_ends import BACK_ENDS
from klaxon.cli.daemon.claim import FolderClaim, Holder, claim_folder
from klaxon.cli.daemon.console_run import ConsoleRun
from klaxon.cli.daemon.guard import FreshShelf, StartGuard, safe_profile
from klaxon.cli.daemon.kept_settings import (
    complain,
    read_console_settings,
    read_languages,
    read_records,
    read_station_settings,
)
from klaxon.cli.daemon.notify import systemd_notify
from klaxon.cli.daemon.vigil import Vigil, runtime_folder
from klaxon.cli.folders import open_shelf, own_profile, state_folder
from klaxon.cli.shelf_key import have_key
from klaxon.console.language.catalogue import say, say_refusal
from klaxon.console.profile import Profile, load, say_flaw
from klaxon.console.settings.station_languages import language_list
from klaxon.table.disk.journal import JournalError
from klaxon.table.disk.shelf import Shelf

_log = logging.getLogger(logs.LOGGER)


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
    run = ConsoleRun(
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
        status = asyncio.run(_until_told(BACK_ENDS[profile.back_end], run))
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


async def _until_told(runs: Callable[[ConsoleRun], Awaitable[int]], run: ConsoleRun) -> int:
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
        run.link.end()
        if run.hall is not None:
            run.hall.close()
