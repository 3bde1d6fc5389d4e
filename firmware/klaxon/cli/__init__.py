"""The command `klaxon`: one module a command, imported only when it is called."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from types import ModuleType

from klaxon import __version__
from klaxon.cli.help.plain import plain_output

PLAY, KEEP, BUILD, DEVELOP = "play", "keep", "build", "develop"
GROUPS: dict[str, dict[str, str]] = {
    PLAY: {
        "run": "run the console, or one table",
        "desk": "run tournaments of crews: who meets whom and why, results, standings",
        "watch": "show all panels of the running console in this terminal",
        "orders": "list the options of a game and every order with its arguments",
        "rules": "print the rules of a game, or with --proofs the tests that prove them",
    },
    KEEP: {
        "games": "list, resume, debrief, export or delete the games that are kept; back all of them up",
        "replay": "play a script again and show where it ends",
    },
    BUILD: {
        "profile": "list, check and show consoles: what hangs on which line of the Pi",
        "doctor": "look at the program, the machine, the games and the wires, and say what to do",
        "prove": "try a real console, from its wires to an hour of play, and write a report",
        "link": "test the serial line between two consoles",
        "record-edges": "write down what keys and dials do, for a test or a bug report",
    },
    DEVELOP: {
        "script": "play a game in text: a line in, a JSON line out",
        "bot": "seat a program at a running table",
        "guide": "check a guide that leads people through a game",
        "screens": "draw what the stations show, as a contact sheet",
        "season": "let understudies play many games, and count who wins and why",
        "soak": "play for hours on a console of models while things go wrong, and look for leaks",
        "bench": "measure, beside peers in the same run",
        "completion": "print what makes bash or zsh complete these commands",
        "man": "print the manual page",
    },
}
"""What a person is about -> its commands, with their descriptions."""
COMMANDS = {name: does for group in GROUPS.values() for name, does in group.items()}
FOUND, MISUSED, INTERNAL = 1, 2, 70


def commands() -> dict[str, str]:
    """Return every command, those of the games included, with its description."""
    return {name: does for group in groups().values() for name, does in group.items()}


def groups() -> dict[str, dict[str, str]]:
    """Return every command with its description, group by group; content of a game is built, its trials developed."""
    games = import_module("klaxon.cli.game_commands")
    of_games = {BUILD: games.commands_of_games(), DEVELOP: games.trials_of_games()}
    return {group: {**general, **of_games.get(group, {})} for group, general in GROUPS.items()}


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return its exit status: 0, 1 (it found something) or 2 (used wrongly)."""
    given = sys.argv[1:] if arguments is None else arguments
    with plain_output():
        try:
            return _run_to_the_end(given)
        except BrokenPipeError:  # the reader has left: nobody to tell
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0


def _run_to_the_end(given: list[str]) -> int:
    try:
        return _run(given)
    finally:
        sys.stdout.flush()


def _run(given: list[str]) -> int:
    if not given or given[0] in ("-h", "--help", "help"):
        import_module("klaxon.cli.help.usage").write_help(sys.stdout)
        return 0
    name, *rest = given
    if name in ("-V", "--version", "version"):
        sys.stdout.write(f"klaxon {__version__}\n")
        return 0
    if name not in COMMANDS and name not in commands():
        import_module("klaxon.cli.help.usage").write_unknown(sys.stderr, name)
        return MISUSED
    return _run_guarded(name, rest)


def _run_guarded(name: str, rest: list[str]) -> int:
    """Run a command so that a user never sees a traceback."""
    try:
        status: int = command_module(name).main(rest)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        raise
    except Exception as error:  # the last resort: a person gets a sentence, a developer sets KLAXON_DEBUG
        if os.environ.get("KLAXON_DEBUG"):
            raise
        sys.stderr.write(f"klaxon {name}: internal error ({type(error).__name__}: {error}).\n")
        sys.stderr.write("This is a bug in Klaxon. KLAXON_DEBUG=1 shows where; please report it.\n")
        return INTERNAL
    return status


def command_module(name: str) -> ModuleType:
    """Import the module of a command. The garbage collector is off meanwhile, since nothing of it is garbage."""
    gc.disable()
    try:
        return import_module(_module(name))
    finally:
        gc.enable()


def _module(name: str) -> str:
    """Return the module of a command. Those of games are searched only if it is not a general one."""
    if name in COMMANDS:
        return f"klaxon.cli.{name.replace('-', '_')}"
    module: str = import_module("klaxon.cli.game_commands").module_of_command(name)
    return module
