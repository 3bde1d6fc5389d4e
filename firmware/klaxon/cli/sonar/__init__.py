"""Captain Sonar on the command line: its charts and its tracker."""

from __future__ import annotations

from klaxon.cli.game_commands import GameCommands

COMMANDS = GameCommands(
    commands={"chart": "check charts and draw them"},
    benches={"tracker": "the enemy tracker: time for an announcement, points left, how exactly"},
    checks=("Charts",),
)
