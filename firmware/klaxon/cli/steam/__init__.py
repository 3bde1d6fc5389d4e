"""Steam Torpedo on the command line: its cards."""

from __future__ import annotations

from klaxon.cli.game_commands import GameCommands

COMMANDS = GameCommands(commands={"cards": "write down, check and show compartment cards"}, checks=("Cards",))
