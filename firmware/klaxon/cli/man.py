"""`klaxon man`: print the manual page, made of the same texts as the help of each command.

`klaxon man > klaxon.1` and `man ./klaxon.1` show it; `deploy/install` puts it where `man klaxon` finds it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator

from klaxon import __version__
from klaxon.cli import groups
from klaxon.cli.help.arguments import acts_of, arguments_of, helps_of_acts, parser_of, told_of
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.help.usage import TITLES

_ENDS = """\
.SH EXIT STATUS
0: done. 1: something was found that wants looking at. 2: used wrongly. 70: a bug in Klaxon.
.SH ENVIRONMENT
.TP
.B KLAXON_DEBUG
Show where an internal error came from.
.TP
.B NO_COLOR
No colours, even in a terminal.
"""


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    return CommandParser("klaxon man", description=__doc__)


def main(arguments: list[str]) -> int:
    """Print the page."""
    build_parser().parse_args(arguments)
    sys.stdout.write("\n".join(_page()) + "\n" + _ENDS)
    return 0


def _page() -> Iterator[str]:
    yield f'.TH KLAXON 1 "" "Klaxon {__version__}" "Games"'
    yield from (".SH NAME", r"klaxon \- the control room of a submarine board game")
    yield from (".SH SYNOPSIS", ".B klaxon", r"\fICOMMAND\fR [\fIARGUMENTS\fR]")
    yield from (".SH DESCRIPTION", ".B klaxon run", "opens the console in your browser. The other commands:")
    for group, listed in groups().items():
        yield f".SH {TITLES[group].upper()}"
        for name, does in listed.items():
            yield from _command(name, does)


def _command(name: str, does: str) -> Iterator[str]:
    parser = parser_of(name)
    yield from (f".SS klaxon {_roff(name)}", _roff(does[0].upper() + does[1:] + "."))
    yield from _arguments(parser)
    helps = helps_of_acts(parser)
    for act, each in acts_of(parser).items():
        yield from (".TP", f".B klaxon {_roff(name)} {_roff(act)}", _roff(helps.get(act, "")), ".RS")
        yield from _arguments(each)
        yield ".RE"


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    for each in arguments_of(parser):
        written = ", ".join(each.option_strings) or str(each.metavar or each.dest)
        value = str(each.metavar or each.dest).upper() if each.option_strings and each.nargs != 0 else ""
        yield from (".TP", f"\\fB{_roff(written)}\\fR{f' {_roff(value)}' if value else ''}", _roff(told_of(each)))


def _roff(text: str) -> str:
    """Return a text in which nothing is read as a request: no leading dot, no backslash, dashes that can be copied."""
    plain = re.sub(r"\s+", " ", text).replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain
