"""The page of a console that runs: it is served, its keys are kept, and how people get in is said."""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from klaxon.cli.daemon.claim import FolderClaim
from klaxon.cli.daemon.kept_settings import complain
from klaxon.console.console import Console
from klaxon.console.devices import Fitting
from klaxon.console.language.catalogue import say
from klaxon.console.onlook.onlookers import OnlookerSeat
from klaxon.console.profile import Profile
from klaxon.console.records.game_records import GameRecords
from klaxon.console.settings.console_settings import PAUSE
from klaxon.console.settings.station_languages import StationLanguages
from klaxon.console.settings.store import BackgroundWriter
from klaxon.hal.virtual import VirtualConsole
from klaxon.table.disk.shelf import Shelf

if TYPE_CHECKING:  # a console without a page does not load what serves one
    from klaxon.web.server.serve import Address
    from klaxon.web.stations.stations_server import StationsServer

PAGE_KEYS = "page-keys.json"
SETTLED = 1.0
"""Seconds after which a start is complete, and the stations show it."""


class PageRun(Protocol):
    """The run of the daemon that a page belongs to."""

    asked: argparse.Namespace
    profile: Profile
    folder: Path
    shelf: Shelf | None
    claim: FolderClaim
    station_languages: StationLanguages
    records: GameRecords | None
    fittings: tuple[Fitting, ...]

    def say(self, words: str, **facts: str) -> None:
        """Print a sentence, and those of the links among its facts."""


@asynccontextmanager
async def serve_console_page(
    run: PageRun, console: Console, hardware: VirtualConsole, host: str
) -> AsyncIterator[dict[str, str]]:
    """Serve the page of a console; yield the links of the console and of onlookers, and the umpire's PIN."""
    from klaxon.web.server.serve import serve
    from klaxon.web.stations.renewal import Renewal

    page = _server(run, console, hardware)
    keep = _keeper(run, console, page)
    wireless = run.profile.back_end == "virtual"

    def tell() -> None:
        with suppress(OSError):  # whoever read what we print may have gone
            run.say("run.new-keys", **links_of(run, console, page, address))

    console.lobby.players.restore(page.keys.players)
    console.lobby.joining.own_pages, console.lobby.joining.have_panels = page.own_pages, not wireless
    renewal = Renewal(page, keep, tell)
    _connect(run, console, page, renewal.go_on)
    async with serve(page, host, run.asked.port) as address:
        run.claim.tell(address.link(""))
        if address.port != run.asked.port and run.asked.port:
            complain(say("run.other-port", {"wished": run.asked.port, "port": address.port}))
        if address.phone_host:
            console.link = lambda station: address.short(page.tickets.issue(station))
        console.onlookers.keys = renewal
        console.onlookers.usual = 1 if wireless else 0
        asyncio.get_running_loop().call_later(SETTLED, _freeze_memory)
        yield links_of(run, console, page, address)


def _server(run: PageRun, console: Console, hardware: VirtualConsole) -> StationsServer:
    from klaxon.web.reading.past_games import PastGames
    from klaxon.web.stations.station_keys import StationKeys, kept_keyring
    from klaxon.web.stations.stations_server import StationsServer

    names = [fitting.name for fitting in run.fittings]
    keys = StationKeys.create(names) if run.asked.keep_nothing else kept_keyring(run.folder / PAGE_KEYS, names)
    language, booths = run.station_languages.default, _booths(run.asked, console)
    page = StationsServer(hardware, keys, language=language, booths=booths, joining=console.lobby.joining)
    page.handout.source = console.debriefs
    if run.shelf is not None and run.records is not None:
        page.archive.source = PastGames(run.shelf, run.records)
    return page


def _keeper(run: PageRun, console: Console, page: StationsServer) -> Callable[[], None]:
    """Return what saves the keys and who has joined."""
    from klaxon.web.stations.station_keys import keep_keyring

    write = None if run.asked.keep_nothing else BackgroundWriter(run.folder / PAGE_KEYS, keep_keyring, complain)

    def keep() -> None:
        page.keys.players = dict(console.lobby.players.names)
        if write is not None:
            write(page.keys.as_data())

    return keep


def _connect(run: PageRun, console: Console, page: StationsServer, go_on: Callable[[str], None]) -> None:
    """Let the page know who works the stations, and the console who looks at them."""
    from klaxon.console.devices.virtual_console import Roster
    from klaxon.web.stations.stations_server import UMPIRE

    wireless, names = run.profile.back_end == "virtual", [fitting.name for fitting in run.fittings]

    def send_roster() -> None:
        go_on(console.match.table_name)
        idle, ended = frozenset(console.seating.idle()), console.debriefs.which
        pauses = wireless and console.settings.of("unattended") == PAUSE
        page.send_roster(
            Roster(console.labels(), console.seating.sides.boats, idle, ended, console.languages(), pauses)
        )

    def count() -> None:
        pages = {name: page.pages_at(name) for name in names}
        console.onlookers.count(pages, page.looking(UMPIRE))
        if wireless:  # elsewhere a boat has its own stations, whoever looks at pages
            console.seating.attendance.attend([name for name, count in pages.items() if count])

    console.seating.changed, page.counted = send_roster, count


def links_of(run: PageRun, console: Console, page: StationsServer, address: Address) -> dict[str, str]:
    """Return the links that are good now, the PIN and the code of the table; its sign at the stations is the same."""
    sign = page.door.sign
    console.lobby.show_door(sign)
    found = {"page": address.link(page.keys.console), "code": sign.code}
    found |= {"door" if sign.link else "local": f"http://{address.public_host}"}
    if "umpire" in page.booths:
        found |= {"umpire": address.link("", "umpire"), "pin": page.pin.digits}
        console.pin = page.pin.digits if run.asked.umpire == "show" else ""
    if "spectator" in page.booths:
        found |= {"spectator": address.link(page.keys.spectator, "spectator")}
    return found


def print_scan_code(link: str) -> None:
    """Print the code to scan into a terminal."""
    import segno

    segno.make_qr(link, error="l").terminal(sys.stdout, compact=True)
    sys.stdout.flush()


def _freeze_memory() -> None:
    """Exclude everything that exists now from later garbage collections, which would stall the loop in a game."""
    gc.collect()
    gc.freeze()


def _booths(asked: argparse.Namespace, console: Console) -> dict[str, OnlookerSeat]:
    """Return who may look on, as the host wants it."""
    onlooker_seats = console.onlooker_seats
    booths: dict[str, OnlookerSeat] = {}
    if asked.umpire != "off":
        booths["umpire"] = onlooker_seats.umpire
    if asked.spectators != "off":
        onlooker_seats.spectator.delay = None if asked.spectators == "after" else asked.spectators
        booths["spectator"] = onlooker_seats.spectator
    return booths
