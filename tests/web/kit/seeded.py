"""`klaxon` whose games have all the same chance: for people who want to know what lies on which compartment."""

import sys
from functools import partialmethod

from klaxon import cli
from klaxon.console.console import Console

SEED = "0"

if __name__ == "__main__":
    Console.begin = partialmethod(Console.begin, seed=SEED)  # type: ignore[assignment]
    sys.exit(cli.main(sys.argv[1:]))
