"""`klaxon` whose drill is a convoy on the horizon, with the same chance in every game: for people who attack it."""

import json
import sys
from functools import partialmethod

from klaxon import cli, data
from klaxon.console.lobby.lobby import Lobby
from tests.rules.uboot.kit.boat import mission
from tests.rules.uboot.kit.ships import ship_row

SEED = "5"


def convoy() -> str:
    """Return a mission: a boat at periscope depth, three freighters from the north by day, an armed trawler astern.

    The trawler comes where the boat lies when the torpedoes have struck, and its charges last for four patterns.
    """
    places = {"m0": (5, 12_500), "m1": (9, 12_900), "m2": (5, 13_400)}
    ships = [
        ship_row(name, bearing=bearing, range_m=far, course=180, kn=9, group="hx", known=name == "m0")
        for name, (bearing, far) in places.items()
    ]
    astern = {"type": "armed-trawler", "bearing": 2, "range_m": 15_000, "state": "STATION"}
    escort = ship_row("e0", course=180, kn=9, group="hx", **astern)
    posts = {"captain.circle": 3, "captain.square": 3, "engineer.hexagon": 6}
    tubes = {str(number): {"torpedo": "g7e"} for number in range(1, 6)}
    placed = {"surfaced": False, "depth": 10, "course": 90, "figures": posts, "tubes": tubes, "sea": 2}
    return mission(SHIPS=[*ships, escort], **placed)


def read(kind: str, name: str, variant: str = "") -> str:
    """Read content; the drill is that mission."""
    return convoy() if (kind, name) == ("missions", "drill") else _READ(kind, name, variant)


_READ = data.read

if __name__ == "__main__":
    json.loads(convoy())
    data.read = read
    Lobby.begin = partialmethod(Lobby.begin, seed=SEED)  # type: ignore[assignment]
    sys.exit(cli.main(sys.argv[1:]))
