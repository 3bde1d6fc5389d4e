"""`klaxon` whose games have all the same chance: for people who want to know what lies on which compartment."""

import sys
from functools import partialmethod

from klaxon import cli
from klaxon.console.lobby.lobby import Lobby

SEED = "0"

if __name__ == "__main__":
    Lobby.begin = partialmethod(Lobby.begin, seed=SEED)  # type: ignore[assignment]
    sys.exit(cli.main(sys.argv[1:]))
