"""`klaxon watch`: all panels of the running console in a terminal. It only shows."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from klaxon.cli import FOUND
from klaxon.cli.folders import add_folder, state_folder
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.help.plain import plain, terminal
from klaxon.console.language.catalogue import say
from klaxon.web.server.watch_socket import LINE, NAME

BRAILLE = 0x2800
LEFT, RIGHT = (0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80)
"""The dots of a braille character from top to bottom, in its two columns."""
HALVES = (" ", "▀", "▄", "█")
"""Neither pixel, the upper, the lower, both."""
COLOURS = {"red": "31", "blue": "34"}
ARROWS = {"\x1b[C": "n", "\x1b[B": "n", "\x1b[D": "p", "\x1b[A": "p"}
"""What a terminal sends for its arrow keys, and letters with the same meaning."""
SETTLED = 0.3
"""Seconds without news after which all panels have arrived."""


@dataclass(slots=True)
class WatchedPanel:
    """A panel as it was received."""

    station: str
    boat: str
    label: str
    light: int
    width: int
    height: int
    bits: bytes
    words: Sequence[str] = ()
    pages: int = 0
    umpires: int = 0

    @classmethod
    def read(cls, line: bytes) -> WatchedPanel:
        """Return the panel in a line of the console."""
        data = json.loads(line)
        return cls(**{**data, "bits": b64decode(data["bits"])})

    def title(self) -> str:
        """Return its station, who works it, whether it sleeps, and who looks on."""
        words = [self.station, self.label, "" if self.light else say("watch.dark", {})]
        words += [say("onlook.pages", {"count": self.pages})] if self.pages else []
        words += [say("onlook.umpire", {})] if self.umpires else []
        return plain("  ".join(word for word in words if word))


def braille(panel: WatchedPanel) -> list[str]:
    """Return a panel in braille characters, two by four pixels each: 64 columns and 16 lines for 128x64."""
    return ["".join(map(chr, _signs(panel, top))) for top in range(0, panel.height, 4)]


def _signs(panel: WatchedPanel, top: int) -> Iterator[int]:
    page, shift = divmod(top, 8)
    for x in range(0, panel.width, 2):
        left, right = (panel.bits[page * panel.width + column] >> shift & 15 for column in (x, x + 1))
        dots = [
            dot for nibble, column in ((left, LEFT), (right, RIGHT)) for n, dot in enumerate(column) if nibble >> n & 1
        ]
        yield BRAILLE + sum(dots)


def blocks(panel: WatchedPanel) -> list[str]:
    """Return a panel in half blocks, one by two pixels: 128 columns and 32 lines for 128x64."""
    lines = []
    for top in range(0, panel.height, 2):
        page, shift = divmod(top, 8)
        columns = panel.bits[page * panel.width : (page + 1) * panel.width]
        lines.append("".join(HALVES[column >> shift & 3] for column in columns))
    return lines


Draw = Callable[[WatchedPanel], list[str]]


@dataclass(slots=True)
class TerminalView:
    """The part of all panels that is on the terminal: as many as fit, from one of them on."""

    draw: Draw
    panels: dict[str, WatchedPanel] = field(default_factory=dict)
    first: int = 0

    def lines(self, width: int, height: int) -> list[str]:
        """Return the lines of the terminal; the last one says what keys do."""
        panels = list(self.panels.values())
        if not panels:
            return [say("watch.waiting", {})]
        drawn = [self._box(panel, width) for panel in panels]
        across = max(1, width // (drawn[0][0] + 2))
        down = max(1, (height - 1) // (len(drawn[0][1]) + 1))
        self.first = min(self.first, len(panels) - 1)
        chosen = drawn[self.first : self.first + across * down]
        found: list[str] = []
        for start in range(0, len(chosen), across):
            row = chosen[start : start + across]
            found += ["  ".join(parts) for parts in zip(*(lines for _, lines in row), strict=True)]
            found.append("")
        last = self.first + len(chosen)
        hint = say("watch.keys", {"first": self.first + 1, "last": last, "all": len(panels)})
        return [*found[: height - 1], hint[:width]]

    def turn(self, key: str) -> bool:
        """Handle a key; return whether to go on."""
        count = len(self.panels)
        if key in "qQ\x03":
            return False
        if key.isdigit() and 0 < int(key) <= count:
            self.first = int(key) - 1
        elif key in " n\t" and count:
            self.first = (self.first + 1) % count
        elif key == "p" and count:
            self.first = (self.first - 1) % count
        return True

    def _box(self, panel: WatchedPanel, width: int) -> tuple[int, list[str]]:
        picture = [line[:width] for line in self.draw(panel)]
        across = len(picture[0])
        title = panel.title()[:across].ljust(across)
        return across, [f"\x1b[1;{COLOURS.get(panel.boat, '33')}m{title}\x1b[0m", *picture]


@dataclass(slots=True)
class Reader:
    """What panels say, for people who cannot see them: a panel's words when they changed, and only those that did."""

    said: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def news(self, panel: WatchedPanel) -> list[str]:
        """Return the new lines of a panel behind its station; none where nothing new is said."""
        before = self.said.get(panel.station, ())
        self.said[panel.station] = tuple(panel.words)
        fresh = [plain(word) for word in panel.words if word not in before]
        return [f"{panel.title()}:", *(f"  {word}" for word in fresh)] if fresh else []


class TerminalScreen:
    """The terminal: only lines that changed are written."""

    def __init__(self) -> None:
        """Begin with unknown content."""
        self._shown: list[str] = []

    def show(self, lines: Sequence[str]) -> None:
        """Show these lines."""
        out = []
        for n in range(max(len(lines), len(self._shown))):
            line = lines[n] if n < len(lines) else ""
            if n >= len(self._shown) or self._shown[n] != line:
                out.append(f"\x1b[{n + 1};1H{line}\x1b[K")
        self._shown = list(lines)
        terminal(sys.stdout).write("".join(out))
        sys.stdout.flush()

    def forget(self) -> None:
        """Redraw everything: the size of the terminal has changed."""
        self._shown = []
        terminal(sys.stdout).write("\x1b[2J")


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon watch", description=__doc__)
    add_folder(parser)
    parser.add_argument("--blocks", action="store_true", help="half blocks: larger, for terminals of 130 columns")
    parser.add_argument("--text", action="store_true", help="the words of the panels, for a screen reader")
    parser.add_argument("--once", action="store_true", help="print all panels once and end")
    return parser


def main(arguments: list[str]) -> int:
    """Show the panels of the running console, until `q` or its end."""
    asked = build_parser().parse_args(arguments)
    folder = asked.folder or state_folder()
    view = TerminalView(blocks if asked.blocks else braille)
    look = _look_once if asked.once or not sys.stdout.isatty() or not sys.stdin.isatty() else _watch
    try:
        if asked.text:
            return asyncio.run(_read_out(folder / NAME, once=asked.once))
        return asyncio.run(look(folder / NAME, view))
    except OSError:  # no folder, no door, nobody behind it, or a name that no door can have
        sys.stderr.write(f"klaxon watch: {say('watch.nobody', {'folder': folder})}\n")
        return FOUND


async def _look_once(path: Path, view: TerminalView) -> int:
    """Print every panel, one below the other."""
    reader, writer = await asyncio.open_unix_connection(path, limit=LINE)
    with contextlib.suppress(TimeoutError):
        while line := await asyncio.wait_for(reader.readline(), None if not view.panels else SETTLED):
            panel = WatchedPanel.read(line)
            view.panels[panel.station] = panel
    writer.close()
    for panel in view.panels.values():
        sys.stdout.write("\n".join([panel.title(), *view.draw(panel), ""]) + "\n")
    return 0


async def _read_out(path: Path, *, once: bool) -> int:
    """Print what panels say: everything first, then what is new whenever they have come to rest."""
    stream, writer = await asyncio.open_unix_connection(path, limit=LINE)
    reader, changed = Reader(), dict[str, WatchedPanel]()
    while True:
        try:
            line = await asyncio.wait_for(stream.readline(), SETTLED if changed else None)
        except TimeoutError:
            for panel in changed.values():
                sys.stdout.writelines(f"{line}\n" for line in reader.news(panel))
            sys.stdout.flush()
            changed.clear()
            if once:
                break
            continue
        if not line:
            print(say("watch.ended", {}))
            break
        panel = WatchedPanel.read(line)
        changed[panel.station] = panel
    writer.close()
    return 0


async def _watch(path: Path, view: TerminalView) -> int:
    reader, writer = await asyncio.open_unix_connection(path, limit=LINE)
    loop, screen, ended = asyncio.get_running_loop(), TerminalScreen(), asyncio.Event()

    def draw() -> None:
        screen.show(view.lines(*shutil.get_terminal_size()))

    def on_press() -> None:
        typed = os.read(sys.stdin.fileno(), 64).decode("utf-8", "replace") or "q"
        if all(view.turn(key) for key in ARROWS.get(typed, typed)):
            draw()
        else:
            ended.set()

    def on_resize() -> None:
        screen.forget()
        draw()

    async def follow() -> None:
        while line := await reader.readline():
            panel = WatchedPanel.read(line)
            view.panels[panel.station] = panel
            draw()
        ended.set()

    with _terminal():
        loop.add_reader(sys.stdin, on_press)
        loop.add_signal_handler(signal.SIGWINCH, on_resize)
        draw()
        following = asyncio.create_task(follow(), name="watch")
        await ended.wait()
        following.cancel()
        loop.remove_reader(sys.stdin)
    writer.close()
    if reader.at_eof():
        print(say("watch.ended", {}))
    return 0


@contextlib.contextmanager
def _terminal() -> Iterator[None]:
    """Take over the terminal: keys come singly, the picture is on an alternate screen; then restore it."""
    import termios
    import tty

    kept = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    terminal(sys.stdout).write("\x1b[?1049h\x1b[?25l\x1b[2J")
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, kept)
        terminal(sys.stdout).write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()
