"""What `klaxon` alone says: the commands by what a person is about, and the nearest one to a misspelt word."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TextIO

from klaxon.cli import BUILD, DEVELOP, KEEP, PLAY, commands, groups
from klaxon.cli.help.colour import write_bold

TITLES = {
    PLAY: "Play",
    KEEP: "Keep games",
    BUILD: "Build a console, charts, cards",
    DEVELOP: "Develop, try and measure",
}


def write_help(stream: TextIO) -> None:
    """Print every command by group."""
    stream.write("`klaxon run` opens the console in your browser.\n\nusage: klaxon COMMAND [ARGUMENTS]\n")
    listed = groups()
    width = max(map(len, commands()))
    for group, title in TITLES.items():
        stream.write("\n")
        write_bold(stream, title)
        stream.write("\n")
        stream.writelines(f"  {name:<{width}}  {does}\n" for name, does in listed[group].items())
    stream.write("\nklaxon COMMAND --help says more; klaxon --version says which Klaxon this is.\n")


def write_unknown(stream: TextIO, word: str) -> None:
    """Print that there is no such command, and which one was meant, if one is like it; else all of them."""
    stream.write(f"klaxon: there is no command {word!r}.")
    near = get_close_matches(word, commands(), n=1)
    if near:
        stream.write(f" Did you mean `klaxon {near[0]}`?\n")
    else:
        stream.write("\n\n")
        write_help(stream)
