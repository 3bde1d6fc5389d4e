"""U-BOOT on the command line: sheets of keys, voyages of troubles, the bench of its sea, checks for the doctor."""

from __future__ import annotations

from klaxon.cli.game_commands import GameCommands

COMMANDS = GameCommands(
    commands={
        "keys": "print the sheet of keys for the Enigma of U-BOOT",
        "mission": "make missions of your own for U-BOOT: write one, check it by playing it, draw its map",
    },
    trials={
        "troubles": "let understudies of every skill sail voyages of troubles, and compare them",
        "hands": "count what hands do at the stations in a patrol of U-BOOT, beside the printed game",
    },
    benches={
        "sea": "96 hours of U-BOOT's sea beside a plain loop of one-second steps, its time modes, a turning periscope",
        "past": "how long a debrief of U-BOOT takes to open, and then to show any second of a patrol",
    },
    checks=("Boxes", "Missions"),
    balance="balance",
)
