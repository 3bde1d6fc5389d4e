"""Signs of the boat in section: things to carry, the states of men, the levels of faults."""

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
"""Things that can be carried."""
BOXES = _parse_all(_BOXES)
"""The contents of a slot, distinguished by form, five rows of five."""
STATES = _parse_all(_STATES)
"""The states of a man, in three pixels by three: ready, at a long task, spent, wounded, lost."""
BREACH = parse_sprite("#...#.. .#...#. ..#...# ....... #...#.. .#...#. ..#...#")
"""Water comes in."""
MORE = parse_sprite(".#. ### .#.")
"""Stands for more of this than is drawn."""
LEVELS = {
    "green": parse_sprite(".... .... .... .... ####"),
    "yellow": parse_sprite(".... .... #### .... ####"),
    "red": parse_sprite("#### .... #### .... ####"),
}
"""The level of the worst fault of a room: one, two or three bars."""
