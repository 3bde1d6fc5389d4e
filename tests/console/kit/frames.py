"""Golden frames: pictures kept as text beside this file, and compared pixel by pixel.

A frame that changed is written anew by `python -m tests.console.kit.frames [TEST ...]`; people judge the diff.
`python -m tests.console.kit.frames --sheet FILE.png` draws all of them on a contact sheet.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

from klaxon.console.devices import Picture
from klaxon.console.drawing.picture_export import as_text, from_text, sheet
from klaxon.console.language.catalogue import ENGLISH
from tests.console.kit.speaking import language

FRAMES = Path(__file__).parents[1] / "frames"
TRANSLATED = frozenset(
    {
        *(f"console/{name}" for name in ("lobby", "menu", "menu-heard", "menu-help", "banner", "notice", "paused")),
        *(f"console/{name}" for name in ("lobby-end", "asked-draw", "asked-new", "asked-own", "declined", "relieved")),
        *(f"console/{name}" for name in ("lobby-mission", "lobby-level", "lobby-about")),
        *(f"console/{name}" for name in ("unattended", "over", "over-new", "over-rematch", "over-leave")),
        *("sonar/xo-waits", "live/radio-pencil"),
        *(f"sonar/captain-{name}" for name in ("start", "sail", "act", "torpedo-near", "sonar-first", "over")),
        *(f"sonar/xo-{name}" for name in ("charge", "drone", "wreck")),
        *(f"sonar/engineer-{name}" for name in ("break", "mends")),
        *("sonar/radio-track", "sonar/radio-none"),
        *(f"live/{name}" for name in ("stopped", "held-xo", "answer-radio", "up-crew", "radio-writes", "trace-choose")),
        *("live/inspect-slips", "service/menu", "service/devices", "console/rule-oxygen"),
        *(f"steam/{name}" for name in ("curtain", "pick", "swap-first", "oxygen", "ready", "act", "act-barred")),
        *(f"steam/{name}" for name in ("act-sea", "act-enemy", "move-cell", "manoeuvre-side", "use-man", "use-bonus")),
        *(f"steam/{name}" for name in ("use-fixed", "hit", "hit-fixed", "hit-cell", "hit-slot", "enemy-hit-menu")),
        *(f"steam/{name}" for name in ("enemy-hit-log", "window", "window-men", "window-use", "window-target")),
        *(f"steam/{name}" for name in ("enemy-window", "off-turn-sea", "off-turn-card", "over-won", "over-lost")),
        *(f"steam/pane-{name}" for name in ("sea", "actions", "actions-hit", "actions-draft", "actions-react")),
        *(
            f"uboot/captain-{name}"
            for name in ("orders", "dive-barred", "in-vain", "rose", "pending", "tracks", "crew")
        ),
        *(f"uboot/first-{name}" for name in ("setup", "feed", "helm", "time", "assign-dive", "bell", "sickbay-lacks")),
        *(f"uboot/engineer-{name}" for name in ("boat-crowded", "room", "telegraph-dives")),
        *(f"uboot/navigator-{name}" for name in ("watch-out", "tasks", "plot-contacts", "galley-lacks", "dish")),
        *("uboot/first-messages", "uboot/first-messages-read", "uboot/first-enigma-third"),
        *(f"uboot/moving-{name}" for name in ("order", "warned", "load", "lack")),
        *(f"uboot-sea/glass-{name}" for name in ("6", "empty", "hit", "tdc")),
        *(f"uboot-sea/measure-{name}" for name in ("height", "unknown", "watch", "timing")),
        *(
            f"uboot-sea/{name}"
            for name in ("book", "book-end-on", "contacts", "hydrophone", "hydrophone-silent", "chart", "disc")
        ),
        *(
            f"uboot-attack/{name}"
            for name in ("tdc-set", "tdc-too-far", "arms", "arms-loading", "sight-88", "run-miss")
        ),
    }
)
"""The frames that are kept in every language: each screen of each role, and what every station shows."""
REWRITE = "KLAXON_REWRITE_FRAMES"
"""The variable of the environment that makes `check` write instead of compare."""
IMPORTED = re.compile(r"^from tests\.console\.kit(?:\.(\w+))? import ([^(\n]+|\([^)]*\))", re.MULTILINE)
"""A module of the kit, or several."""


def check(name: str, picture: Picture) -> None:
    """Compare a picture and its words to the frame of this name (`parts/list`); other languages keep some only."""
    if language() != ENGLISH:
        if name not in TRANSLATED:
            return
        name = f"{language()}/{name}"
    path = FRAMES / f"{name}.txt"
    shown = as_frame(picture)
    if os.environ.get(REWRITE):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(shown, "utf-8")
    kept = path.read_text("utf-8") if path.exists() else "(no such frame)\n"
    assert shown == kept, f"{name} changed; python -m tests.console.kit.frames writes it anew\n{kept}\nis now\n{shown}"


def as_frame(picture: Picture) -> str:
    """Return a frame: the size, the words, and the pixels."""
    words = "".join(f"| {word}\n" for word in picture.words)
    return f"{picture.width}x{picture.height}\n{words}\n{as_text(picture)}"


def read(path: Path) -> Picture:
    """Return the picture of a frame."""
    head, _, pixels = path.read_text("utf-8").partition("\n\n")
    size, *words = head.splitlines()
    width = int(size.partition("x")[0])
    return from_text(pixels, width)._replace(words=tuple(word.removeprefix("| ") for word in words))


def main() -> int:
    """Write all frames anew by running the tests, or draw those there are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sheet", type=Path, help="draw all frames into this PNG")
    parser.add_argument("--only", default="", help="the folder of frames to draw")
    parser.add_argument("tests", nargs="*", type=Path, help="the tests to run, not all that compare frames")
    chosen = parser.parse_args()
    if chosen.sheet:
        folder = FRAMES / chosen.only
        found = {str(path.relative_to(folder).with_suffix("")): read(path) for path in sorted(folder.rglob("*.txt"))}
        chosen.sheet.write_bytes(sheet(found))
        return 0
    tests = chosen.tests or tests_of_frames()
    command = [sys.executable, "-m", "pytest", "-q", *map(str, tests)]
    return subprocess.run(command, env=os.environ | {REWRITE: "1"}, check=False).returncode


def tests_of_frames() -> list[Path]:
    """Return the tests that compare frames, by themselves or by a module of the kit."""
    kit = Path(__file__).parent
    names = {"frames"}
    while found := {path.stem for path in kit.glob("*.py") if _imports(path, names)} - names:
        names |= found
    return [path for path in sorted(kit.parent.glob("test_*.py")) if _imports(path, names)]


def _imports(path: Path, names: set[str]) -> bool:
    """Tell whether a module imports one of these modules of the kit."""
    found = IMPORTED.findall(path.read_text("utf-8"))
    return any(names & set(re.findall(r"\w+", module or several)) for module, several in found)


if __name__ == "__main__":
    sys.exit(main())
