"""The command `klaxon`: one module a command, imported only when it is called."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from types import ModuleType

from klaxon.cli.plain import plain_output

COMMANDS = {
    "run": "run the console, or one table",
    "watch": "show all panels of the running console in this terminal",
    "games": "list, resume, debrief, export or delete the games that are kept; back all of them up",
    "bot": "seat a program at a running table",
    "script": "play a game in text: a line in, a JSON line out",
    "orders": "list the options of a game and every order with its arguments",
    "replay": "play a script again and show where it ends",
    "profile": "list, check and show consoles: what hangs on which line of the Pi",
    "doctor": "look at the program, the machine, the games and the wires, and say what to do",
    "record-edges": "write down what keys and dials do, for a test or a bug report",
    "guide": "check a guide that leads people through a game",
    "screens": "draw what the stations show, as a contact sheet",
    "soak": "play for hours on a console of models while things go wrong, and look for leaks",
    "season": "let understudies play many games, and count who wins and why",
    "rules": "list the rules of a game with the tests that prove them",
    "bench": "measure, beside peers in the same run",
}
FOUND, MISUSED, INTERNAL = 1, 2, 70


def commands() -> dict[str, str]:
    """Return every command, those of the games included, with its description."""
    return {**COMMANDS, **import_module("klaxon.cli.game_commands").commands_of_games()}


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return its exit status: 0, 1 (it found something) or 2 (used wrongly)."""
    given = sys.argv[1:] if arguments is None else arguments
    with plain_output():
        return _run(given)


def _run(given: list[str]) -> int:
    if not given or given[0] in ("-h", "--help", "help"):
        sys.stdout.write(_help())
        return 0
    name, *rest = given
    if name not in COMMANDS and name not in commands():
        sys.stderr.write(f"klaxon: there is no command {name!r}.\n\n{_help()}")
        return MISUSED
    return _run_guarded(name, rest)


def _run_guarded(name: str, rest: list[str]) -> int:
    """Run a command so that a user never sees a traceback."""
    try:
        status: int = _command(name).main(rest)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader has left: nobody to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # the last resort: a person gets a sentence, a developer sets KLAXON_DEBUG
        if os.environ.get("KLAXON_DEBUG"):
            raise
        sys.stderr.write(f"klaxon {name}: internal error ({type(error).__name__}: {error}).\n")
        sys.stderr.write("This is a bug in Klaxon. KLAXON_DEBUG=1 shows where; please report it.\n")
        return INTERNAL
    return status


def _command(name: str) -> ModuleType:
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


def _help() -> str:
    lines = [f"  {name:<12} {summary}\n" for name, summary in commands().items()]
    return "usage: klaxon COMMAND [ARGUMENTS]\n\n" + "".join(lines) + "\nklaxon COMMAND --help says more.\n"
