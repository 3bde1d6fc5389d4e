"""Signs of the boat in section: what can be carried, how a man is, how bad a fault is."""

from __future__ import annotations

from klaxon.console.drawing.sprite import Sprite, parse_sprite

_THINGS = {
    "bulbs": "..###.. .#...#. .#.#.#. .#.#.#. ..###.. ..###.. ...#...",
    "wires": ".###... #...#.. #.#.#.# ..#.#.# ..#.#.# ..#...# ...###.",
    "pump": "##..... .#.#### .#.#..# .###..# .#.#..# .#.#### #####..",
    "masks": "..###.. .#####. #.#.#.# #.###.# .#####. ..#.#.. ..###..",
    "extinguisher": "..###.. ...#..# ..###.. .#####. .#...#. .#####. .#####.",
    "toolbox-a": "..###.. ####### ##...## #.###.# #.....# #.###.# #######",
    "toolbox-b": "..###.. ####### #....## #.###.# #....## #.###.# #....##",
}
_BOXES = {
    "free": "##### #...# #...# #...# #####",
    "act": "##### ##### ##### ##### #####",
    "watch": "..#.. ..#.. ##### ..#.. ..#..",
    "fault": "##... ##... ##### ...## ...##",
    "wound": "#...# .#.#. ..#.. .#.#. #...#",
    "fatigue": "..... ..... ##### ##### .....",
    "dead": "..... ..... .###. ..... .....",
}
_STATES = {
    "free": "### ### ###",
    "busy": ".#. ### .#.",
    "tired": "... ### ...",
    "wounded": "#.# .#. #.#",
    "dead": "#.# ### #.#",
}


def _parse_all(arts: dict[str, str]) -> dict[str, Sprite]:
    return {name: parse_sprite(art) for name, art in arts.items()}


THINGS = _parse_all(_THINGS)
"""What can be carried."""
BOXES = _parse_all(_BOXES)
"""What lies in a slot, each told by its form, five rows of five."""
STATES = _parse_all(_STATES)
"""How a man is, in three pixels by three: ready, at a long task, spent, wounded, lost."""
BREACH = parse_sprite("#...#.. .#...#. ..#...# ....... #...#.. .#...#. ..#...#")
"""Water comes in."""
MORE = parse_sprite(".#. ### .#.")
"""There is more of this than is drawn."""
LEVELS = {
    "green": parse_sprite(".... .... .... .... ####"),
    "yellow": parse_sprite(".... .... #### .... ####"),
    "red": parse_sprite("#### .... #### .... ####"),
}
"""How bad the worst fault of a room is: one, two or three bars."""
