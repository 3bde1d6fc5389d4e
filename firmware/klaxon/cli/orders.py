"""`klaxon orders`: list the options of a game and every order with its arguments."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from klaxon import data
from klaxon.cli.help.command_parser import CommandParser
from klaxon.rules.contract import Game, Option
from klaxon.rules.domains import about
from klaxon.rules.games import GAMES, game_named


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon orders", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    return parser


def main(arguments: list[str]) -> int:
    """Print the verbs and options of a game."""
    asked = build_parser().parse_args(arguments)
    game = game_named(asked.game)
    if asked.json:
        verbs = [{"verb": verb.name, "roles": verb.roles, "args": verb.args} for verb in game.verbs]
        options = [{"option": o.name, "default": o.default, "values": _values(o)} for o in game.options]
        presets = {name: dict(bundles) for name, bundles in game.presets.items()}
        data = {"game": game.name, "seats": game.seats, "verbs": verbs, "options": options, "presets": presets}
        sys.stdout.write(json.dumps(data) + "\n")
    else:
        sys.stdout.write(_game_text(game))
    return 0


def _game_text(game: Game[Any, Any]) -> str:
    lines = [f"seats: {' '.join(game.seats)} umpire spectator", "", "orders (SEAT VERB ARGUMENTS):"]
    lines += [f"  {' '.join(verb.roles):<10} {verb.name} {verb.args}".rstrip() for verb in game.verbs]
    lines += ["", f"options (new {game.name} OPTION=VALUE ... seed=SEED):"]
    defaults = [f"{option.name}={option.default}" for option in game.options]
    width = max(map(len, defaults))
    lines += [f"  {shown:<{width}}  {_values(o)}" for shown, o in zip(defaults, game.options, strict=True)]
    for name, bundles in game.presets.items():
        for value, options in bundles.items():
            lines += ["", f"{name}={value} means:", *(f"  {option}={chosen}" for option, chosen in options.items())]
    return "\n".join(lines) + "\n"


def _values(option: Option) -> str:
    if option.content:
        shipped = "|".join(dict.fromkeys(name.partition(".")[0] for name in data.names(option.content)))
        return f"{shipped}, or the path of a file"
    return about(option.domain)
