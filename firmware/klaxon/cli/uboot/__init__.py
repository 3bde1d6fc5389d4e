"""U-BOOT on the command line: the bench of its sea, its checks for the doctor."""

from __future__ import annotations

from klaxon.cli.game_commands import GameCommands

COMMANDS = GameCommands(
    benches={
        "sea": "96 hours of U-BOOT's sea beside a plain loop of one-second steps, its time modes, a turning periscope"
    },
    checks=("Boxes", "Missions"),
)
