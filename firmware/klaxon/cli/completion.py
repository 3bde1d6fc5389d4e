"""`klaxon completion bash`: print what makes a shell complete the commands, their acts and their options.

For bash: `klaxon completion bash > ~/.local/share/bash-completion/completions/klaxon`. For zsh, a file `_klaxon` in a
folder of `$fpath`. What follows a command is read from the command itself, so nothing here can be out of date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from klaxon.cli import commands
from klaxon.cli.help.arguments import acts_of, parser_of, words_of
from klaxon.cli.help.command_parser import CommandParser

_BASH = """\
_klaxon() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" words=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{commands}"
    else
        case "${{COMP_WORDS[1]}} ${{COMP_WORDS[2]}}" in
{cases}        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _klaxon klaxon
"""
_ZSH = """\
#compdef klaxon
_klaxon() {{
    if (( CURRENT == 2 )); then
        local -a known=(
{described}        )
        _describe command known
        return
    fi
    local -a found
    case "${{words[2]}} ${{words[3]}}" in
{cases}    esac
    compadd -- $found
    _files
}}
_klaxon "$@"
"""


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser(
        "klaxon completion", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("shell", choices=("bash", "zsh"))
    return parser


def main(arguments: list[str]) -> int:
    """Print the completion of a shell."""
    asked = build_parser().parse_args(arguments)
    sys.stdout.write(_bash() if asked.shell == "bash" else _zsh())
    return 0


def _bash() -> str:
    cases = "".join(f'            {start}) words="{" ".join(words)}" ;;\n' for start, words in _continuations())
    return _BASH.format(commands=" ".join(commands()), cases=cases)


def _zsh() -> str:
    described = "".join(f"            {_quoted(f'{name}:{does}')}\n" for name, does in commands().items())
    cases = "".join(f"        {start}) found=({' '.join(words)}) ;;\n" for start, words in _continuations())
    return _ZSH.format(described=described, cases=cases)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _continuations() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what may follow `COMMAND ACT` and `COMMAND *`, acts first, as a shell tries its cases in turn."""
    for name in commands():
        parser = parser_of(name)
        for act, words in ((act, words_of(each)) for act, each in acts_of(parser).items()):
            yield f'"{name} {act}"', (*words.options, *words.choices)
        told = words_of(parser)
        yield f'"{name} "*', (*told.choices, *told.options)
