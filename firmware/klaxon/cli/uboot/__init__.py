"""U-BOOT on the command line: its checks for the doctor."""

from __future__ import annotations

from klaxon.cli.game_commands import GameCommands

COMMANDS = GameCommands(checks=("Boxes", "Missions"))
