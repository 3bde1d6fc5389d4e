"""What a game adds to the command line: one record, in its package `klaxon.cli.GAME`, if it has one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from klaxon.rules.games import GAMES


@dataclass(frozen=True, slots=True)
class GameCommands:
    """The commands, benches and checks of a game's own package. Their modules are imported when they are called."""

    commands: Mapping[str, str] = field(default_factory=dict)
    """Command for what people make for the game -> its description. Its module has the same name."""
    trials: Mapping[str, str] = field(default_factory=dict)
    """Command that tries the game or measures it -> its description. Its module has the same name."""
    benches: Mapping[str, str] = field(default_factory=dict)
    """Bench -> what it measures. Its module is called `NAME_bench`."""
    checks: tuple[str, ...] = ()
    """Classes of its module `checks`, for `klaxon doctor`."""
    balance: str = ""
    """The package with `balance_games` and `write_report`, for a season of all that can be played; '' without one."""


@cache
def commands_of_games() -> dict[str, str]:
    """Return the commands of all games, with their descriptions."""
    return {name: does for record in _records().values() for name, does in record.commands.items()}


@cache
def trials_of_games() -> dict[str, str]:
    """Return the trials of all games, with their descriptions."""
    return {name: does for record in _records().values() for name, does in record.trials.items()}


@cache
def benches_of_games() -> dict[str, str]:
    """Return the benches of all games, each with what it measures."""
    return {name: does for record in _records().values() for name, does in record.benches.items()}


def module_of_command(command: str) -> str:
    """Return the module of a game's command or trial; it must be one of them."""
    return next(
        f"{game}.{command}" for game, record in _records().items() if command in {**record.commands, **record.trials}
    )


def module_of_bench(bench: str) -> str:
    """Return the module of a game's bench."""
    return next(f"{game}.{bench}_bench" for game, record in _records().items() if bench in record.benches)


def checks_of_games() -> list[Any]:
    """Return the checks of all games, for `klaxon doctor`."""
    return [
        getattr(import_module(f"{package}.checks"), check)()
        for package, record in _records().items()
        for check in record.checks
    ]


def balance_of(game: str) -> Any:
    """Return the package that reports on the balance of a whole game, None if it has none."""
    record = _records().get(f"klaxon.cli.{game}")
    return import_module(f"klaxon.cli.{game}.{record.balance}") if record is not None and record.balance else None


@cache
def _records() -> Mapping[str, GameCommands]:
    """Return the records by package."""
    packages = [f"klaxon.cli.{game}" for game in GAMES]
    return {package: import_module(package).COMMANDS for package in packages if find_spec(package)}
