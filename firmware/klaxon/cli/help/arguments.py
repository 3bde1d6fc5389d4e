"""What can follow each command: its acts, options and words, read from the parser that the command itself uses."""
# ruff: noqa: SLF001 - argparse has no public way to ask a parser for its arguments; these members are as old as it is

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from klaxon.cli import command_module


class Words(NamedTuple):
    """What may be typed behind a command, or behind an act of it."""

    options: tuple[str, ...]
    choices: tuple[str, ...]
    """Words that an argument without a dash may be."""


def acts_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the acts of a command, such as `check` of `profile`, with their parsers."""
    return {name: act for group in _subparsers(parser) for name, act in group.choices.items()}


def helps_of_acts(parser: argparse.ArgumentParser) -> dict[str, str]:
    """Return the acts of a command with what each does."""
    return {act.dest: act.help or "" for group in _subparsers(parser) for act in group._choices_actions}


def _subparsers(parser: argparse.ArgumentParser) -> Iterator[argparse._SubParsersAction[argparse.ArgumentParser]]:
    return (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))


def arguments_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the arguments that people are told of, without the acts."""
    hidden = (argparse.SUPPRESS,)
    return [
        each
        for each in parser._actions
        if each.help not in hidden and not isinstance(each, argparse._SubParsersAction | argparse._HelpAction)
    ]


def told_of(argument: argparse.Action) -> str:
    """Return what people are told of an argument."""
    return (argument.help or "") % {**vars(argument), "prog": "klaxon"}


def words_of(parser: argparse.ArgumentParser) -> Words:
    """Return what may follow."""
    arguments = arguments_of(parser)
    options = [name for each in arguments for name in each.option_strings]
    choices = [str(word) for each in arguments if not each.option_strings for word in each.choices or ()]
    return Words(("--help", *options), (*choices, *acts_of(parser)))


def parser_of(command: str) -> argparse.ArgumentParser:
    """Return the parser of a command."""
    parser: argparse.ArgumentParser = command_module(command).build_parser()
    return parser
