"""The list of checks, each a class with a code that never changes. A new check is one class and one entry here.

1xx the program and the machine, 2xx the state folder and its games, 3xx the profile, 4xx the Pi, 999 a failed check.
"""

from __future__ import annotations

from klaxon.cli.doctor import board, folder, games, machine, profile, program, radio, wires
from klaxon.cli.doctor.check import Check
from klaxon.cli.game_commands import checks_of_games

_ALL: tuple[Check, ...] = (
    program.PythonVersion(),
    program.WordSize(),
    program.Installed(),
    program.PagePackages(),
    program.DataFiles(),
    program.CatalogueCheck(),
    *checks_of_games(),
    program.Profiles(),
    program.BellScores(),
    machine.PagePort(),
    machine.Browser(),
    machine.SystemClock(),
    radio.AccessPoint(),
    folder.StateFolder(),
    folder.FreeSpace(),
    folder.FileSystem(),
    folder.FolderMode(),
    folder.PageKeysCheck(),
    folder.ShelfKey(),
    folder.OpenPages(),
    games.Journals(),
    games.OpenGames(),
    games.SetAside(),
    profile.ProfileLoads(),
    profile.BackEnd(),
    profile.PinFactory(),
    profile.OutputsOnly(),
    board.Model(),
    board.Supply(),
    board.DriverPackages(),
    board.WorkingFolder(),
    wires.GpioChips(),
    wires.I2cBuses(),
    wires.MuxChannels(),
    wires.SpiDevices(),
    wires.Expanders(),
    wires.PwmCheck(),
    wires.Audio(),
    wires.LinkPort(),
)
CHECKS = tuple(sorted(_ALL, key=lambda check: check.code))
"""All checks, in the order of their codes."""
