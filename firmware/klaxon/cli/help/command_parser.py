"""The parser of every command: what was typed wrongly is answered by one sentence that says what can be typed."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any, NoReturn

from klaxon.cli import MISUSED
from klaxon.cli.help.arguments import acts_of, helps_of_acts

_KINDS = {int: "a whole number", float: "a number"}


class CommandParser(argparse.ArgumentParser):
    """argparse, but for its complaints: those of Python print the whole usage and name types of Python."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Complain of an option that there is not before its value is taken for something else."""
        for name, act in acts_of(self).items():  # its help begins with what the list of acts says of it
            does = helps_of_acts(self)[name]
            act.description = act.description or f"{does[:1].upper()}{does[1:]}."
        if self._subparsers is None:  # the options of an act are known to the act alone
            for word in args or ():
                name = word.partition("=")[0]
                if name.startswith("--") and not any(known.startswith(name) for known in self._option_string_actions):
                    self.error(f"there is no option {name}.{_meant(name, self._option_string_actions)}")
        return super().parse_known_args(args, namespace)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return what was given, which must all mean something."""
        asked, unknown = self.parse_known_args(args, namespace)
        if unknown:
            self.error(f"there is nothing that {unknown[0]!r} could mean here")
        return asked

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where all of it is explained; end as used wrongly."""
        end = "" if message.endswith((".", "?")) else "."
        self.exit(MISUSED, f"{self.prog}: {message}{end} `{self.prog} --help` explains all of it.\n")

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError:
            if action.type not in _KINDS:
                raise
            raise _Unusable(action, f"takes {_KINDS[action.type]}, not {arg_string!r}") from None

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = [str(each) for each in action.choices]
        meant = _meant(str(value), known)
        if action.option_strings:
            raise _Unusable(action, f"cannot be {str(value)!r}. It can be {', '.join(known)}.{meant}")
        raise _Unusable(None, f"{str(value)!r} is none of: {', '.join(known)}.{meant}")


class _Unusable(argparse.ArgumentError):
    """A value that an argument cannot have."""

    def __str__(self) -> str:
        return f"{self.argument_name} {self.message}" if self.argument_name else self.message


def _meant(word: str, known: Iterable[str]) -> str:
    """Return a question for the nearest of the known words, '' if none is like it. difflib is for mistakes alone."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1)
    return f" Did you mean {near[0]}?" if near else ""
