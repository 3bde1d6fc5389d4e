"""U-BOOT on the command line: what the doctor looks at."""

from __future__ import annotations

from klaxon.cli.game_commands import GameCommands

COMMANDS = GameCommands(checks=("Boxes", "Missions"))
