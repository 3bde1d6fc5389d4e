"""Draw consoles: `python -m tools.hw` makes hw/ anew; with profiles of your own, `--out FOLDER my-console.toml`.

`--pdf FOLDER` makes what is printed at its true size, front panel and cards, as PDF by rsvg-convert.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from klaxon.console.profile import Profile
from tools.hw import cards, overlay, renders
from tools.hw.files import CONSOLES, FOLDER, Faulty, profile, stale, texts
from tools.hw.prices import read_prices
from tools.hw.words import Words, languages


def main(arguments: Sequence[str] | None = None) -> int:
    """Write all files; exit status 1 where a profile is faulty or a tool is missing."""
    parser = argparse.ArgumentParser("python -m tools.hw", description=__doc__)
    parser.add_argument("profile", nargs="*", default=CONSOLES, help="names of shipped profiles, or files")
    parser.add_argument("--out", type=Path, default=FOLDER, help="where to write (hw/)")
    parser.add_argument("--check", action="store_true", help="write nothing; name the files that are out of date")
    parser.add_argument("--pdf", type=Path, metavar="FOLDER", help="also make PDF files to print")
    parser.add_argument("--prices", type=Path, metavar="FILE", help="prices of your own, as hw/prices.toml")
    asked = parser.parse_args(arguments)
    try:
        profiles = [profile(name) for name in asked.profile]
        prices = read_prices(asked.prices) if asked.prices else None
        found = texts(profiles, prices)
    except Faulty as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except (OSError, ValueError, TypeError, KeyError) as error:  # of the maker's file: a price that is missing is named
        sys.stderr.write(f"{Words()('bad-prices', file=asked.prices, reason=error)}\n")
        return 1
    if asked.check:
        names = stale(profiles, asked.out)
        sys.stdout.write("".join(f"{name}\n" for name in names))
        return 1 if names else 0
    _write(asked.out, found)
    _steps(asked.out)
    print(Words()("written", count=len(found), folder=asked.out))
    return _printed(asked.pdf, profiles) if asked.pdf else 0


def _write(folder: Path, found: Mapping[str, str]) -> None:
    for name, text in found.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def _steps(folder: Path) -> None:
    """Render the steps of the guide, if they are those of this folder and are not rendered yet as they are now."""
    if not (folder / "enclosure" / "steps.scad").exists() or not renders.is_stale(folder):
        return
    if lacking := renders.missing():
        print(Words()("no-steps", missing=lacking))
        return
    renders.render(folder)


def _printed(folder: Path, profiles: Sequence[Profile]) -> int:
    """Make the PDF files: a page for two bays, a page for each sheet of cards."""
    if shutil.which("rsvg-convert") is None:
        print(Words()("no-pdf"))
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    for each in profiles:
        for language in languages():
            words = Words(language)
            _pdf(folder / f"{each.name}-overlay.{language}.pdf", overlay.pages(each, words))
            _pdf(folder / f"{each.name}-role-cards.{language}.pdf", list(cards.sheets(each, words).values()))
    return 0


def _pdf(path: Path, pages: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="klaxon-") as place:
        names = []
        for number, page in enumerate(pages):
            names.append(str(Path(place) / f"{number}.svg"))
            Path(names[-1]).write_text(page, "utf-8")
        subprocess.run(["rsvg-convert", "-f", "pdf", "-o", str(path), *names], check=True)


if __name__ == "__main__":
    sys.exit(main())
