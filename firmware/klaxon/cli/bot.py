"""`klaxon bot`: seat a program at a running table. It speaks docs/protocol.md on its standard input and output."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path

from klaxon.cli import FOUND
from klaxon.cli.help.command_parser import CommandParser
from klaxon.table.session import PROTOCOL

LONGEST_DOWN = 1024 * 1024
LONGEST_TOKEN = 1024
TOKEN = "KLAXON_TOKEN"  # noqa: S105 - the name of a variable
"""The variable that holds the secret. The program does not inherit it: we say hello for it."""
PUT_IT = f"Put the secret into a file (--token-file FILE, - for standard input) or into {TOKEN} in the environment."


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon bot", description=__doc__)
    parser.add_argument("--socket", type=Path, required=True, help="the door of the table, as `klaxon run` printed it")
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help=f"a file with the secret that opens the seats, - for standard input (else {TOKEN} in the environment)",
    )
    parser.add_argument("--token", help=argparse.SUPPRESS)
    parser.add_argument("--seat", action="append", required=True, help="a seat to take; may be given several times")
    parser.add_argument("--name", default="bot", help="the name to show")
    parser.add_argument("program", nargs="+", help="the program and its arguments, behind --")
    return parser


def main(arguments: list[str]) -> int:
    """Pass lines between a program and a table until one of them ends."""
    parser = build_parser()
    asked = parser.parse_args(arguments)
    if asked.token is not None:
        parser.error(f"everybody on this machine can read a command line. {PUT_IT}")
    try:
        token = _read_token(asked.token_file)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        sys.stderr.write(f"klaxon bot: {asked.token_file} cannot be read: {reason}. Check the path.\n")
        return FOUND
    if not token:
        parser.error(f"there is no secret. {PUT_IT}")
    return asyncio.run(_connect(asked, token))


def _read_token(file: Path | None) -> str:
    if file is None:
        return os.environ.get(TOKEN, "")
    if str(file) == "-":
        return sys.stdin.readline(LONGEST_TOKEN).strip()
    with file.open(encoding="utf-8") as opened:
        return opened.readline(LONGEST_TOKEN).strip()


async def _connect(asked: argparse.Namespace, token: str) -> int:
    pipe = asyncio.subprocess.PIPE
    try:
        reader, writer = await asyncio.open_unix_connection(asked.socket, limit=LONGEST_DOWN)
    except OSError as error:
        sys.stderr.write(f"klaxon bot: no table at {asked.socket}: {error.strerror}. Is `klaxon run` running?\n")
        return FOUND
    rest = {name: value for name, value in os.environ.items() if name != TOKEN}
    try:
        program = await asyncio.create_subprocess_exec(
            *asked.program, stdin=pipe, stdout=pipe, limit=LONGEST_DOWN, env=rest
        )
    except OSError as error:
        writer.close()
        sys.stderr.write(f"klaxon bot: {asked.program[0]}: {error.strerror}. Check the program.\n")
        return FOUND
    hello = {"hello": PROTOCOL, "token": token, "name": asked.name, "seats": asked.seat}
    writer.write(json.dumps(hello).encode() + b"\n")
    if program.stdin is None or program.stdout is None:
        raise RuntimeError("a program without pipes")
    ways = [
        asyncio.create_task(_carry(reader, program.stdin), name="down"),
        asyncio.create_task(_carry(program.stdout, writer), name="up"),
    ]
    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    for way in ways:
        way.cancel()
    writer.close()
    program.stdin.close()
    return await program.wait()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while line := await reader.readline():
            writer.write(line)
            await writer.drain()
    except (ConnectionError, ValueError):
        return
