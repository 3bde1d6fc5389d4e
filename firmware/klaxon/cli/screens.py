"""`klaxon screens`: what the stations show in a game, as one picture: a contact sheet."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from klaxon.cli import FOUND, MISUSED
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.robots import frames
from klaxon.console.devices import Picture
from klaxon.console.drawing.picture_export import as_text, sheet
from klaxon.console.language.catalogue import ENGLISH, languages
from klaxon.console.profile import SIDES
from klaxon.rules.games import FIRST_GAME, GAMES

ALL = "all"
"""Every language there is, one after another."""


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon screens", description=__doc__)
    parser.add_argument("game", nargs="?", choices=sorted(GAMES), default=FIRST_GAME)
    parser.add_argument("option", nargs="*", help="OPTION=VALUE, as `klaxon orders GAME` lists them")
    parser.add_argument("--boat", choices=SIDES, default=SIDES[0], help="the side whose stations are drawn (red)")
    parser.add_argument("--count", type=int, default=12, help="pictures of each station (12)")
    parser.add_argument("--scale", type=int, default=4, help="pixels of the sheet for one of the panel (4)")
    parser.add_argument("--seed", default="1", help="another seed, another game")
    parser.add_argument("--language", default=ENGLISH, choices=[*languages(), ALL], help="what the stations speak (en)")
    parser.add_argument("--out", type=Path, default=Path("screens.png"), help="where the sheet goes (screens.png)")
    parser.add_argument("--text", action="store_true", help="print the pictures as text instead")
    return parser


def main(arguments: list[str]) -> int:
    """Let robots play a game at the stations, and draw some of what the panels showed."""
    asked = build_parser().parse_args(arguments)
    if asked.count < 1 or not 1 <= asked.scale <= 16:
        sys.stderr.write("klaxon screens: --count must be at least 1, and --scale from 1 to 16.\n")
        return MISUSED
    if not asked.text and not asked.out.parent.is_dir():
        sys.stderr.write(f"klaxon screens: there is no folder {asked.out.parent}. Choose another --out.\n")
        return FOUND
    if any("=" not in option for option in asked.option):
        sys.stderr.write("klaxon screens: options are written OPTION=VALUE.\n")
        return MISUSED
    options = dict(option.split("=", 1) for option in asked.option)
    found: dict[str, Picture] = {}
    for language in languages() if asked.language == ALL else (asked.language,):
        pictures = _choose_pictures(asked.game, asked.seed, asked.boat, asked.count, language, options)
        named = {f"{language} {name}": picture for name, picture in pictures.items()}
        found |= named if asked.language == ALL else pictures
    if asked.text:
        for name, picture in found.items():
            print(f"{name}\n{as_text(picture)}")
        return 0
    try:
        asked.out.write_bytes(sheet(found, asked.scale, 4))
    except OSError as error:
        sys.stderr.write(f"klaxon screens: {asked.out} cannot be written: {error.strerror}. Choose another --out.\n")
        return FOUND
    print(f"{len(found)} pictures in {asked.out}")
    return 0


def _choose_pictures(
    game: str, seed: str, boat: str, count: int, language: str, options: Mapping[str, str]
) -> dict[str, Picture]:
    """Return so many different pictures of each station, spread over the game."""
    shown: dict[str, dict[bytes, Picture]] = {}
    for station, picture in frames(game, seed, language, **options):
        if station.startswith(f"{boat}-") and any(picture.bits):
            shown.setdefault(station, {}).setdefault(picture.bits, picture)
    chosen: dict[str, Picture] = {}
    for station, pictures in sorted(shown.items()):
        different = list(pictures.values())
        for number in range(min(count, len(different))):
            place = number * (len(different) - 1) // max(1, min(count, len(different)) - 1)
            chosen[f"{station} {place + 1}/{len(different)}"] = different[place]
    return chosen
